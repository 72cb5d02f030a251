"""Listings, scans and proofs."""

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
    # Places count characters.
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
    doubtful = girafa.typein("10 PR1NT 1\n2O GO TO 10\n", width=0)
    assert doubtful.listing is None and doubtful.doubts
    assert doubtful.doubts[0].repairs and doubtful.suggested
    again = girafa.typein("10 PR1NT 1\n2O GO TO 10\n", width=0, fixes=doubtful.suggested)
    assert again.listing and "PRINT 1" in again.listing
    for bad in [{"width": 3}, {"fixes": "["}]:
        with pytest.raises((ValueError, girafa.GirafaError)):
            girafa.typein("10 STOP", **bad)


def test_compare():
    verdicts = girafa.compare("hanoi")
    assert verdicts and all(verdicts)
    with pytest.raises(girafa.GirafaError):
        girafa.compare("none")
