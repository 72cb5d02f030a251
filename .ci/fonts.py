#!/usr/bin/env python3
"""Measures how well pages in other fonts are read, with the built-in font and with their own.

    python3 .ci/fonts.py GIRAFA MAKE.py FONT...

GIRAFA is the command to measure. MAKE.py draws the pages: `make.py OUT FONT` writes NAME.png, and NAME.txt
with the rows as printed. FONT is a 16 KiB ROM (glyphs at 3D00) or a console font (.psf, .psf.gz), or what else
MAKE.py draws. For each font, and for reading with the built-in and, if it has 8 by 8 dots, its own font, it
prints the correct characters, the wrong ones without a doubt, and the refused pages, whose characters count
as missing.
"""
import gzip, json, pathlib, subprocess, sys, tempfile


def dot_font(path):
    """Returns the width and height of the cells of a font in dots, and the rows of dots of each character."""
    data = gzip.open(path).read() if path.endswith(".gz") else pathlib.Path(path).read_bytes()
    number = lambda at: int.from_bytes(data[at : at + 4], "little")
    if len(data) == 16384:
        width, height, start = 8, 8, 0x3D00 - 32 * 8
    elif data[:2] == b"\x36\x04":
        width, height, start = 8, data[3], 4
    elif data[:4] == b"\x72\xb5\x4a\x86":
        width, height, start = number(28), number(24), number(8)
    else:
        return None
    size = (width + 7) // 8
    at = lambda code, row: start + (code * height + row) * size
    dots = lambda code, row: int.from_bytes(data[at(code, row) :][:size], "big") >> (8 * size - width)
    return width, height, {code: [dots(code, row) for row in range(height)] for code in range(32, 127)}


def glyphs(path):
    """Returns the rows of dots of each character of a font of 8 by 8 dots, or nothing for other fonts."""
    font = dot_font(path)
    return font[2] if font and font[:2] == (8, 8) else None


def font_text(font):
    """Returns a font in the text format of `girafa typein --font`."""
    dots = lambda row: f"{row:08b}".replace("0", ".").replace("1", "#")
    return "".join(f"character U+{code:04X}\n" + "".join(dots(row) + "\n" for row in rows) for code, rows in font.items())


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
            pages = sorted((work / "pages").glob("*.png"))
            ways = [("Girafa's font", [])]
            if own := glyphs(font):
                (work / "font.txt").write_text(font_text(own))
                ways.append(("its own font", ["--font", str(work / "font.txt")]))
            for name, options in ways:
                results = [measured(girafa, page, options, work) for page in pages]
                count, right, wrong, refused = map(sum, zip(*results))
                print(f"| {pathlib.Path(font).name} | {name} | {len(pages)} | {refused} | {count:,} | {100 * right / count:.1f} % | {wrong} |")


if __name__ == "__main__":
    main()
