#!/usr/bin/env python3
"""Draws listings as scans of a photocopied manual at 150 dpi show them, for fonts.py.

    python3 .ci/scans.py OUT FONT...

For each font (see fonts.py), it prints the first rows of some of the repository's listings in it, in two crops
each, and writes OUT/NAME.png and OUT/NAME.txt with the rows. The dots of the printer are round, unequally dark
and not quite in line; the page is turned by up to 0.6 degrees, blurred, copied with more contrast, and has
noise and specks; the crops have random margins, with parts of the prose above and below. The same font
has the same pages each time. Needs Pillow and NumPy.
"""
import io, pathlib, random, sys

import numpy
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from fonts import glyphs

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROSE = ("Escreva o programa e guarde-o na fita", "antes de o correr pela primeira vez.", "As linhas podem ter mais do que uma fila.")
COLUMNS = 32
ROWS = (13, 25)
LISTINGS = 2
CROPS = 2
# The pictures are drawn with this many times the pixels of a scan.
DETAIL = 6
# The margin of the listing on the page, across and down, in pixels of the scan.
MARGINS = (120, 160)


def rows_of(path, columns):
    """Returns the rows of a listing as LIST prints them with this many columns."""
    rows = []
    for line in path.read_text().splitlines():
        number, _, statements = line.partition(" ")
        if number.isdigit():
            text = f"{int(number):4} {statements}"
            rows += [text[at : at + columns].rstrip() for at in range(0, len(text), columns)]
    return rows


def listings(columns=COLUMNS):
    """Returns the rows of the listings with only ASCII characters that are long enough, by name."""
    paths = sorted(path for folder in ("basic-listings", "examples") for path in (ROOT / folder).glob("*.bas"))
    named = {path.stem: rows_of(path, columns) for path in paths}
    is_plain = lambda rows: all(character.isascii() and character not in "\\`" for row in rows for character in row)
    return {name: rows for name, rows in named.items() if len(rows) >= ROWS[0] and is_plain(rows)}


def print_rows(rows, font, dot, random, columns=COLUMNS, cell=(8, 8), gap=0, stretch=1):
    """Returns the print as fractions of full ink. `dot` is the pitch of the dots across in pixels of this picture,
    and `stretch` that down relative to it, `cell` the dots of a character across and down, and `gap` the empty
    lines of dots between rows."""
    width, pitch = cell[0], cell[1] + gap
    ink = numpy.zeros((int((len(rows) * pitch + 8) * dot * stretch), int((columns * width + 8) * dot)), numpy.float32)
    reach = int(0.8 * dot)
    down, across = numpy.mgrid[-reach : reach + 1, -reach : reach + 1]
    drift = random.choice((0.05, 0.1))
    for row, text in enumerate(rows):
        for line in range(cell[1]):
            aside, below = random.gauss(0, drift), random.gauss(0, 0.06)
            for column, character in enumerate(text):
                for bit in range(width):
                    if not font[ord(character)][line] >> (width - 1 - bit) & 1 or random.random() < 0.004:
                        continue
                    x, y = (4.5 + column * width + bit + aside) * dot, (4.5 + row * pitch + line + below) * dot * stretch
                    radius = random.gauss(0.6, 0.05) * dot
                    stamp = (across + int(x) - x) ** 2 + (down + int(y) - y) ** 2 < radius**2
                    place = ink[int(y) - reach :, int(x) - reach :][: 2 * reach + 1, : 2 * reach + 1]
                    numpy.maximum(place, stamp * (1 - abs(random.gauss(0, 0.08))), out=place)
    return ink


def picture(ink):
    """Returns the picture of a print."""
    return Image.fromarray((255 - 225 * ink).astype("uint8"))


def scan(listing, random):
    """Returns the scan of a page with a listing, and the bounds of the listing on it. The picture of the listing
    has DETAIL times the pixels of the scan."""
    width, height = listing.width // DETAIL, listing.height // DETAIL
    size = width + 2 * MARGINS[0], height + 2 * MARGINS[1]
    page = Image.new("L", (2 * size[0], 2 * size[1]), 250)
    page.paste(listing.resize((2 * width, 2 * height), Image.BOX), (2 * MARGINS[0], 2 * MARGINS[1]))
    draw, prose = ImageDraw.Draw(page), ImageFont.load_default(34)
    for line, text in enumerate(PROSE):
        for top in (20, 2 * size[1] - 150):
            draw.text((40, top + 46 * line), text, font=prose, fill=10)
    page = page.rotate(random.uniform(-0.6, 0.6), Image.BICUBIC, fillcolor=250)
    page = page.filter(ImageFilter.GaussianBlur(random.uniform(0.7, 1.2))).resize(size, Image.BOX)
    threshold, contrast = random.uniform(110, 170), random.uniform(0.02, 0.05)
    grey = 255 / (1 + numpy.exp((threshold - numpy.asarray(page).astype(float)) * contrast))
    noise = numpy.random.RandomState(random.randrange(1 << 30))
    grey += noise.normal(0, random.uniform(3, 10), grey.shape)
    specks = noise.random_sample(grey.shape) < 0.0006
    grey[specks] = noise.randint(0, 160, specks.sum())
    bounds = (MARGINS[0], MARGINS[1], MARGINS[0] + width, MARGINS[1] + height)
    return Image.fromarray(numpy.clip(grey, 0, 255).astype("uint8")), bounds


def crop(page, bounds, random):
    """Returns a part of a page with random margins around the bounds, as a JPEG file restores it."""
    left, right, top, bottom = (random.randrange(4, most - 5) for most in (MARGINS[0], MARGINS[0], MARGINS[1], MARGINS[1]))
    file = io.BytesIO()
    part = page.crop((bounds[0] - left, bounds[1] - top, bounds[2] + right, bounds[3] + bottom))
    part.save(file, "JPEG", quality=random.randrange(60, 90))
    return Image.open(file)


def main():
    out = pathlib.Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    known = listings()
    for path in sys.argv[2:]:
        name, font = pathlib.Path(path).name.split(".")[0], glyphs(path)
        chance = random.Random(name)
        for listing in chance.sample(sorted(known), LISTINGS):
            rows = known[listing][: chance.randrange(ROWS[0], ROWS[1] + 1)]
            dot = chance.uniform(1.9, 2.5)
            page, bounds = scan(picture(print_rows(rows, font, dot * DETAIL, chance)), chance)
            for number in range(CROPS):
                stem = out / f"{name}-{listing}-{number}"
                crop(page, bounds, chance).save(f"{stem}.png")
                pathlib.Path(f"{stem}.txt").write_text("\n".join(rows) + "\n")


if __name__ == "__main__":
    main()
