#!/usr/bin/env python3
"""Measures how well pages in other fonts are read, with the built-in font and with their own.

    python3 .ci/fonts.py GIRAFA MAKE.py FONT...

GIRAFA is the command to measure. MAKE.py draws the pages: `make.py OUT FONT` writes NAME.png, and NAME.txt
with the rows as printed. FONT is a 16 KiB ROM (glyphs at 3D00) or a console font of 8 by 8 dots (.psf,
.psf.gz). For each font, and for reading with the built-in and its own font, it prints the correct characters,
the wrong ones without a doubt, and the refused pages, whose characters count as missing.
"""
import gzip, json, pathlib, subprocess, sys, tempfile


def glyphs(path):
    data = gzip.open(path).read() if path.endswith(".gz") else pathlib.Path(path).read_bytes()
    if len(data) == 16384:
        start, first = 0x3D00, 32
    elif data[:2] == b"\x36\x04":
        start, first = 4, 0
    else:
        start, first = int.from_bytes(data[8:12], "little"), 0
    return {code: data[start + 8 * (code - first) :][:8] for code in range(32, 127)}


def font_text(path):
    """Returns a font in the text format of `girafa typein --font`."""
    dots = lambda row: f"{row:08b}".replace("0", ".").replace("1", "#")
    return "".join(f"character U+{code:04X}\n" + "".join(dots(row) + "\n" for row in rows) for code, rows in glyphs(path).items())


def best_alignment(expected, read):
    """Returns the maximum number of equal characters of two rows, and the shift of the second for it."""
    def agree(shift):
        return sum(1 for x, c in enumerate(expected) if c != " " and 0 <= x + shift < len(read) and read[x + shift] == c)
    return max((agree(shift), -abs(shift), shift) for shift in range(-4, 5))


def pairs(expected, read):
    """Aligns printed rows with read rows, and yields the pairs in order."""
    best = [[0] * (len(read) + 1) for _ in range(len(expected) + 1)]
    for i in reversed(range(len(expected))):
        for j in reversed(range(len(read))):
            best[i][j] = max(best[i + 1][j], best[i][j + 1], best[i + 1][j + 1] + best_alignment(expected[i], read[j])[0])
    i = j = 0
    while i < len(expected) and j < len(read):
        agree, _, shift = best_alignment(expected[i], read[j])
        if agree and best[i][j] == best[i + 1][j + 1] + agree:
            yield expected[i], read[j], j + 1, shift
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1


def measured(girafa, page, options, work):
    """Returns counts for a page: characters, correct ones, wrong ones without a doubt, and 1 if it is
    refused."""
    expected = [row for row in page.with_suffix(".txt").read_text().split("\n") if row.strip()]
    count = sum(len(row.replace(" ", "")) for row in expected)
    rows = work / "rows.txt"
    rows.unlink(missing_ok=True)
    done = subprocess.run([girafa, "typein", page, "--text", rows, "--json", *options], capture_output=True, text=True)
    if done.returncode not in (0, 1) or not rows.exists():
        return count, 0, 0, 1
    doubts = {(doubt["row"], doubt["column"]) for doubt in json.loads(done.stdout)["doubts"]}
    right = wrong = 0
    for row, read, number, shift in pairs(expected, rows.read_text().replace("\u2423", " ").split("\n")):
        for x, character in enumerate(row):
            character_read = read[x + shift] if 0 <= x + shift < len(read) else " "
            right += character == character_read and character != " "
            wrong += character != character_read and (number, x + shift + 1) not in doubts
    return count, right, wrong, 0


def main():
    girafa, make, *fonts = sys.argv[1:]
    print("| font | read in | pages | refused | characters | right | wrong and not doubted |")
    print("| --- | --- | --: | --: | --: | --: | --: |")
    for font in fonts:
        with tempfile.TemporaryDirectory() as directory:
            work = pathlib.Path(directory)
            subprocess.run([sys.executable, make, work / "pages", font], check=True)
            (work / "font.txt").write_text(font_text(font))
            pages = sorted((work / "pages").glob("*.png"))
            for name, options in (("Girafa's font", []), ("its own font", ["--font", str(work / "font.txt")])):
                results = [measured(girafa, page, options, work) for page in pages]
                count, right, wrong, refused = map(sum, zip(*results))
                print(f"| {pathlib.Path(font).name} | {name} | {len(pages)} | {refused} | {count:,} | {100 * right / count:.1f} % | {wrong} |")


if __name__ == "__main__":
    main()
