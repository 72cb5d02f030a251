#!/usr/bin/env python3
"""Draws listings as other printers and typewriters print them, for fonts.py.

    python3 .ci/printers.py OUT FONT...

For each font, it writes OUT/NAME.png, and OUT/NAME.txt with the rows as printed: with 32 and with 80 columns, a
clean picture, a scan of a photocopy (see scans.py), and a scan of a listing that was pasted in strips. A
console font of any size (.psf, .psf.gz) is printed by a dot matrix printer, and a TrueType or OpenType font by
a typewriter, whose characters are not quite in line. The same font has the same pages each time. Needs Pillow
and NumPy.
"""
import pathlib, random, sys

from PIL import Image, ImageDraw, ImageFont

from fonts import dot_font
from scans import DETAIL, ROWS, crop, listings, picture, print_rows, scan

# The widths of cells in pixels of a scan, for each number of columns.
WIDTHS = {32: (14, 20), 80: (10, 14)}
# The pitches of the rows of a typewriter in widths of a cell: 6 rows per inch, with 10 and 12 columns per inch.
LEADINGS = (1.67, 2.0)
# The height of the cells of a dot matrix printer in widths, and the empty lines of dots between rows.
HEIGHTS = (1.0, 1.7)
GAPS = range(4)


def dot_matrix(rows, columns, font, width, random):
    """Returns the picture of a listing, and the places between its rows, in pixels."""
    across, down, characters = font
    dot, gap, stretch = width * DETAIL / across, random.choice(GAPS), random.uniform(*HEIGHTS) * across / down
    listing = picture(print_rows(rows, characters, dot, random, columns, (across, down), gap, stretch))
    return listing, [(4 + row * (down + gap)) * dot * stretch for row in range(len(rows) + 1)]


def typewriter(rows, columns, path, width, random, is_clean):
    """Returns the picture of a listing, and the places between its rows, in pixels."""
    cell = width * DETAIL
    font = ImageFont.truetype(path, 100)
    font = ImageFont.truetype(path, 100 * cell / font.getlength("M"))
    height = random.choice(LEADINGS) * cell
    page = Image.new("L", (int((columns + 1) * cell), int((len(rows) + 1) * height)), 255)
    draw = ImageDraw.Draw(page)
    for row, text in enumerate(rows):
        for column, character in enumerate(text):
            aside, below, ink = (0, 0, 20) if is_clean else (random.gauss(0, 0.02), random.gauss(0, 0.03), abs(random.gauss(20, 20)))
            place = (column + 0.5 + aside) * cell, (row + 0.3) * height + below * cell
            draw.text(place, character, font=font, fill=int(ink))
    return page, [(row + 0.3) * height + 0.15 * cell for row in range(len(rows) + 1)]


def pasted(listing, between, random):
    """Cuts a listing between rows into three strips, and pastes them with shifts and turns."""
    cuts = [0, *(between[row] for row in sorted(random.sample(range(3, len(between) - 4), 2))), listing.height]
    cell = WIDTHS[32][0] * DETAIL
    page = Image.new("L", (listing.width + 2 * cell, listing.height + 2 * cell), 255)
    at = cell
    for top, bottom in zip(map(int, cuts), map(int, cuts[1:])):
        strip = listing.crop((0, top, listing.width, bottom)).rotate(random.uniform(-0.15, 0.15), Image.BICUBIC, fillcolor=255)
        page.paste(strip, (cell + int(random.uniform(-0.5, 0.5) * cell), at))
        at += bottom - top + int(random.uniform(0, 0.7) * cell)
    return page


def main():
    out = pathlib.Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    for path in sys.argv[2:]:
        name = pathlib.Path(path).name.split(".")[0].replace(" ", "")
        chance, font = random.Random(name), dot_font(path)
        for columns, widths in WIDTHS.items():
            known = listings(columns)
            for style, listing in zip(("clean", "scan", "strips"), chance.sample(sorted(known), 3)):
                rows = known[listing][: chance.randrange(*ROWS)]
                width = chance.uniform(*widths)
                printed, between = (
                    dot_matrix(rows, columns, font, width, chance)
                    if font
                    else typewriter(rows, columns, path, width, chance, style == "clean")
                )
                if style == "strips":
                    printed = pasted(printed, between, chance)
                if style == "clean":
                    page = printed.resize((printed.width * 2 // DETAIL, printed.height * 2 // DETAIL), Image.BOX)
                else:
                    page = crop(*scan(printed, chance), chance)
                stem = out / f"{name}-{columns}-{style}-{listing}"
                page.save(f"{stem}.png")
                pathlib.Path(f"{stem}.txt").write_text("\n".join(rows) + "\n")


if __name__ == "__main__":
    main()
