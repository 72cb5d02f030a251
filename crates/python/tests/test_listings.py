"""Listings, scans and comparisons."""

import io
import pathlib

import pytest

import girafa


def test_check_gives_objects():
    text = "10 é=1\n20 PIRNT 1\n"
    found = girafa.check("10 PIRNT 1\n20 GO TO 15\n")
    assert [item.severity for item in found][0] == "error"
    first = found[0]
    assert (first.line, first.column) == (1, 4) and first.fixes
    assert "PRINT" in first.fixes[0].apply("10 PIRNT 1\n20 GO TO 15\n")
    assert repr(first).startswith("<error at 1:4")
    # Positions are in characters, not in bytes.
    places = [item.span for item in girafa.check(text)]
    assert all(0 <= start <= end <= len(text) for start, end in places)
    assert girafa.check("10 PRINT 1\n") == []


def test_tokenise():
    tape = girafa.tokenise("10 PRINT 1\n", name="um")
    assert tape[:2] == b"\x13\x00" and tape[4:14] == b"um        "
    assert girafa.run(listing="10 PRINT 1\n").transcript == "1\n"
    with pytest.raises(girafa.ListingError):
        girafa.tokenise("10 PIRNT")


def test_llist():
    assert girafa.llist("10 PRINT 1") == ["  10 PRINT 1"]
    assert len(girafa.llist("10 REM " + "x" * 60, width=32)) == 3
    with pytest.raises(ValueError):
        girafa.llist("10 STOP", width=3)


def test_typein():
    well = girafa.typein("10 LET a=1: PRINT \"SOMA\";a+2\n20 GO TO 10\n", width=0)
    assert well.listing is not None and well.doubts == []
    assert well.notes == []
    assert girafa.typein("10 STOP\n20 CAT 1\n").notes == [(2, "this statement needs an Interface 1")]
    doubtful = girafa.typein("10 PR1NT 1\n2O GO TO 10\n", width=0)
    assert doubtful.listing is None and doubtful.doubts
    assert doubtful.doubts[0].repairs and doubtful.suggested
    again = girafa.typein("10 PR1NT 1\n2O GO TO 10\n", width=0, fixes=doubtful.suggested)
    assert again.listing and "PRINT 1" in again.listing
    for bad in [{"width": 3}, {"fixes": "["}]:
        with pytest.raises((ValueError, girafa.GirafaError)):
            girafa.typein("10 STOP", **bad)


def printed(bound):
    """Returns a listing and a picture of it as the Spectrum prints it: 32 x 32 pixels per character, in
    grey."""
    pytest.importorskip("PIL")
    listing = f"10 LLIST\n20 LET s=0\n30 FOR i=1 TO {bound}\n40 LET s=s+i*2: PRINT i;\" \";s\n50 NEXT i\n60 PRINT \"Total: \";s: STOP\n"
    paper = girafa.run(listing=listing).paper
    return listing, paper.to_pil().convert("L").resize((4 * paper.width, 4 * paper.height), 0)


def test_typein_of_pictures(tmp_path):
    listing, page = printed(80)
    page.save(tmp_path / "page.png")
    for scan in [str(tmp_path / "page.png"), tmp_path / "page.png", [tmp_path / "page.png"]]:
        read = girafa.typein(scan)
        assert read.listing == listing and read.text.startswith("  10 LLIST\n") and read.doubts == []
    # A blend of 8 and 6 is a doubt with a position in the picture.
    from PIL import Image

    Image.blend(page, printed(60)[1], 0.5).save(tmp_path / "blend.png")
    doubtful = girafa.typein(tmp_path / "blend.png")
    (doubt,) = doubtful.doubts
    row, column = 2, listing.splitlines()[2].index("80") + 2
    assert (doubt.row, doubt.column) == (row + 1, column + 1) and doubt.page == str(tmp_path / "blend.png")
    assert doubt.at == pytest.approx((32 * column + 16, 32 * row + 16), abs=3)
    expected = [(32 * (column + x), 32 * (row + y)) for x, y in [(0, 0), (1, 0), (1, 1), (0, 1)]]
    assert [place == pytest.approx(wanted, abs=4) for place, wanted in zip(doubt.corners, expected)] == [True] * 4
    assert doubtful.listing is None and {repair.changes[0][2][-2:] for repair in doubt.repairs} >= {"8", "6"}
    assert girafa.typein(tmp_path / "blend.png", fixes=doubtful.suggested).listing is not None
    with pytest.raises(FileNotFoundError):
        girafa.typein(tmp_path / "blend.png", font=tmp_path / "none.sna")
    # Several pages give one text; one page of a .tiff can be selected.
    page.save(tmp_path / "both.tiff", save_all=True, append_images=[page])
    both = girafa.typein(tmp_path / "both.tiff")
    assert both.text == 2 * read.text
    assert {doubt.page for doubt in both.doubts} <= {f"{tmp_path / 'both.tiff'}{number}" for number in ["", ", page 1", ", page 2"]}
    second = girafa.typein(tmp_path / "both.tiff", page=2)
    assert (second.text, second.listing) == (read.text, listing)
    assert girafa.typein([tmp_path / "page.png", tmp_path / "page.png"]).text == both.text
    # A text has no pictures.
    assert girafa.typein("10 PR1NT 1\n", width=0).doubts[0].at is None


def test_scans_in_files(tmp_path):
    tmp_path.joinpath("scan.txt").write_text("10 PRINT 1\n20 STOP\n")
    for scan in [str(tmp_path / "scan.txt"), tmp_path / "scan.txt"]:
        assert girafa.typein(scan, width=0).listing == "10 PRINT 1\n20 STOP\n"


@pytest.mark.parametrize(
    "scan, options, raised, message",
    [
        ("none.png", {}, FileNotFoundError, "none.png"),
        ("none.txt", {}, FileNotFoundError, "none.txt"),
        (pathlib.Path("none"), {}, FileNotFoundError, "none"),
        (["none.png", "none.txt"], {}, ValueError, "must all be pictures"),
        ([], {}, ValueError, "at least one picture"),
        (5, {}, TypeError, "expected a scan's text"),
        ("10 STOP\n", {"page": 1}, TypeError, "need pictures"),
        ("text.png", {}, girafa.GirafaError, "text.png: not a supported picture"),
        ("cut.png", {}, girafa.GirafaError, "cut.png: the picture is damaged"),
        ("grey.png", {}, girafa.GirafaError, "grey.png: the page is empty"),
        ("grey.png", {"page": 0}, ValueError, "from 1"),
        ("grey.png", {"page": 2}, girafa.GirafaError, "it has one page"),
        ("grey.png", {"font": "nothing"}, girafa.GirafaError, "font: "),
        ("grey.png", {"font": ["nothing"]}, girafa.GirafaError, "font: "),
        ("grey.png", {"rom": "none.rom"}, FileNotFoundError, "none.rom"),
        ("10 STOP\n", {"rom": "none.rom"}, TypeError, "need pictures"),
        ("grey.png", {"width": 5}, ValueError, "6 to 1000"),
    ],
)
def test_what_typein_cannot_read(tmp_path, monkeypatch, scan, options, raised, message):
    Image = pytest.importorskip("PIL.Image")
    monkeypatch.chdir(tmp_path)
    tmp_path.joinpath("text.png").write_text("no picture")
    png = io.BytesIO()
    Image.new("L", (900, 900), 250).save(png, "png")
    tmp_path.joinpath("grey.png").write_bytes(png.getvalue())
    tmp_path.joinpath("cut.png").write_bytes(png.getvalue()[:-30])
    with pytest.raises(raised) as error:
        girafa.typein(scan, **options)
    assert message in str(error.value) and str(error.value).count(".png: ") < 2


def test_compare():
    verdicts = girafa.compare("hanoi")
    assert verdicts and all(verdicts)
    with pytest.raises(girafa.GirafaError):
        girafa.compare("none")
