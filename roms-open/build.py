#!/usr/bin/env python3
"""Builds girafa48.rom (16,384 bytes) from the .asm files and font.txt in this directory, with pasmo.

The sources consist of sections. A line that starts with `;;` begins a section:

    ;; const                      constants (EQU) and macros, no bytes
    ;; entry 15F2 print_a - text  code at a fixed address (hex); the text is its purpose
    ;; routine draw_line          relocatable code

A section ends where the next one begins. JR and DJNZ must not leave a section, except from one entry to
another, and execution must not continue into the next section: the build fills the gaps between entries with
routines, smallest gap first, as fully as possible. The same sources give the same bytes.

    build.py            writes build/girafa48.{asm,rom,sym}; prints the size of each file and the remaining gaps
    build.py -v         also prints the address of each section
    build.py --commit   also copies the image and symbols next to the sources, the entry table to README.md, and
                        the addresses of the delays to src/delays.rs
    build.py --check    also fails if one of these differs from the build
"""
import pathlib, re, subprocess, sys

HERE = pathlib.Path(__file__).resolve().parent
BUILD = HERE / "build"
SIZE = 0x4000
FONT = 0x3D00


class Section:
    def __init__(self, kind, name, address, source, line):
        self.kind, self.name, self.address, self.source, self.line = kind, name, address, source, line
        self.text, self.size, self.purpose = [], 0, ""


def fail(message):
    sys.exit(f"build.py: {message}")


def read_sections():
    sections = []
    for path in sorted(HERE.glob("*.asm")):
        current = None
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if line.startswith(";;"):
                words = line[2:].split()
                if words[:1] == ["const"]:
                    current = Section("const", "", None, path.name, number)
                elif words[:1] == ["routine"] and len(words) >= 2:
                    current = Section("routine", words[1], None, path.name, number)
                elif words[:1] == ["entry"] and len(words) >= 3:
                    current = Section("entry", words[2], int(words[1], 16), path.name, number)
                    current.purpose = " ".join(words[4:])
                else:
                    fail(f"{path.name}:{number}: expected `;; const`, `;; routine NAME` or `;; entry HEX NAME`")
                sections.append(current)
            elif current is None:
                if line.strip() and not line.lstrip().startswith(";"):
                    fail(f"{path.name}:{number}: code before the first ;; line")
            else:
                current.text.append((number, line))
    names = [s.name for s in sections if s.name]
    twice = {n for n in names if names.count(n) > 1}
    if twice:
        fail(f"duplicate section names: {', '.join(sorted(twice))}")
    return sections


def font_section():
    """Reads font.txt: characters 32 to 127, each a line `char NN ...` and eight rows of eight `.` or `#`."""
    path = HERE / "font.txt"
    if not path.exists():
        return None
    section = Section("entry", "font", FONT, path.name, 1)
    section.purpose = "the font, characters 32 to 127"
    rows = [l for l in path.read_text().splitlines() if re.fullmatch(r"[.#]{8}", l.strip())]
    if len(rows) != 96 * 8:
        fail(f"font.txt: expected {96 * 8} rows of eight dots, found {len(rows)}")
    section.text.append((0, "font:"))
    for row in rows:
        bits = "".join("1" if dot == "#" else "0" for dot in row.strip())
        section.text.append((0, f"\tdb {int(bits, 2)}"))
    return section


def assemble(sections, stem):
    """Writes a source with an ORG for each section, and runs pasmo. Returns the symbols and the image's
    path."""
    out, where = ["\torg 0", f"\tds {SIZE},255", "\torg 0"], [None] * 3
    for s in sections:
        if s.kind != "const":
            out += [f"\torg {s.address}", f"__start_{s.name}:"]
            where += [None, None]
        for number, line in s.text:
            out.append(line)
            where.append((s.source, number))
        if s.kind != "const":
            out.append(f"__end_{s.name}:")
            where.append(None)
    asm, rom, sym = (BUILD / f"{stem}.{e}" for e in ("asm", "rom", "sym"))
    asm.write_text("\n".join(out) + "\n\tend\n")
    run = subprocess.run(["pasmo", "--bin", str(asm), str(rom), str(sym)], capture_output=True, text=True)
    if run.returncode:
        def origin(m):
            place = where[int(m.group(1)) - 1] if int(m.group(1)) <= len(where) else None
            return f"{place[0]}:{place[1]}" if place else m.group(0)
        fail("pasmo: " + re.sub(r"(?:on |at )?line (\d+) of file \S+", origin, (run.stderr or run.stdout).strip()))
    symbols = {}
    for line in sym.read_text().splitlines():
        m = re.match(r"(\w+)\s+EQU\s+0?([0-9A-Fa-f]+)H", line)
        if m:
            symbols[m.group(1)] = int(m.group(2), 16)
    return symbols, rom


def measure(sections):
    """Measures the size of each section, in a first pass with the routines in sequence: no size depends on an
    address. The entries are first, at their addresses, as pasmo needs an address before an RST to it."""
    for s in sections:
        if s.kind == "routine":
            s.address = "$"
    entries = sorted((s for s in sections if s.kind == "entry"), key=lambda s: s.address)
    symbols, _ = assemble([s for s in sections if s.kind == "const"] + entries
                          + [s for s in sections if s.kind == "routine"], "measure")
    for s in sections:
        if s.kind != "const":
            s.size = symbols[f"__end_{s.name}"] - symbols[f"__start_{s.name}"]


def place(sections):
    """Sets the address of each routine. Returns the remaining gaps, as [start, end]."""
    entries = sorted((s for s in sections if s.kind == "entry"), key=lambda s: s.address)
    gaps, at = [], 0
    for d in entries:
        if d.address < at:
            fail(f"{d.source}:{d.line}: the entry {d.name} is at {d.address:04X}, but the one before ends at {at:04X}")
        gaps.append([at, d.address])
        at = d.address + d.size
    if at > SIZE:
        fail(f"the last entry ends at {at:04X}, beyond 16 KiB")
    gaps.append([at, SIZE])
    waiting = sorted((s for s in sections if s.kind == "routine"), key=lambda s: (-s.size, s.name))
    for gap in sorted(gaps, key=lambda g: (g[1] - g[0], g[0])):
        for routine in best_fill(waiting, gap[1] - gap[0]):
            routine.address = gap[0]
            gap[0] += routine.size
            waiting.remove(routine)
    if waiting:
        left = sum(end - start for start, end in gaps)
        names = ", ".join(f"{s.name} ({s.size} bytes)" for s in waiting)
        fail(f"no gap is large enough for {names}; the gaps have {left} bytes")
    return [g for g in gaps if g[0] < g[1]]


def best_fill(routines, room):
    """Returns the routines, largest first, that fill `room` bytes best."""
    fills = {0: []}
    for routine in routines:
        for size, chosen in list(fills.items()):
            if size + routine.size <= room:
                fills.setdefault(size + routine.size, chosen + [routine])
    return fills[max(fills)]


def with_entries(readme, sections, gaps):
    """Returns the text of README.md with a new entry table."""
    rows = ["| entry | purpose | file | bytes free before it |", "| --- | --- | --- | --- |"]
    for s in sections:
        if s.kind == "entry":
            free = sum(end - start for start, end in gaps if end == s.address)
            rows.append(f"| {s.address:04X} | {s.purpose} | {s.source} | {free} |")
    begin, end = "<!-- entries: made by build.py --commit -->", "<!-- end of entries -->"
    before, rest = readme.split(begin)
    return before + begin + "\n" + "\n".join(rows) + "\n" + end + rest.split(end)[1]


def delays(symbols):
    """Returns the text of src/delays.rs, from delays.txt: lines of a label and its T-states."""
    found = {}
    for number, line in enumerate((HERE / "delays.txt").read_text().splitlines(), 1):
        if line.startswith("#"):
            continue
        label, tstates = line.split()
        if label not in symbols:
            fail(f"delays.txt:{number}: the ROM has no label {label}")
        labels, total = found.get(symbols[label], ("", 0))
        found[symbols[label]] = (f"{labels} {label}", total + int(tstates))
    rows = [f"    (0x{address:04X}, {tstates}), //{labels}" for address, (labels, tstates) in sorted(found.items())]
    return "\n".join([
        "//! T-states before instructions of girafa48.rom, made by build.py from delays.txt.",
        "",
        "/// Addresses in ascending order, with their T-states.",
        "#[rustfmt::skip]",
        f"pub const DELAYS: [(u16, u16); {len(rows)}] = [", *rows, "];", ""])


def main():
    options = set(sys.argv[1:])
    if options - {"--commit", "--check", "-v"}:
        fail(__doc__)
    BUILD.mkdir(exist_ok=True)
    sections = read_sections()
    font = font_section()
    if font:
        sections.append(font)
    measure(sections)
    gaps = place(sections)
    ordered = [s for s in sections if s.kind == "const"]
    ordered += sorted((s for s in sections if s.kind != "const"), key=lambda s: s.address)
    symbols, rom = assemble(ordered, "girafa48")
    image = rom.read_bytes()
    if len(image) != SIZE:
        fail(f"the image: expected {SIZE} bytes, found {len(image)}")
    by_file = {}
    for s in sections:
        by_file[s.source] = by_file.get(s.source, 0) + s.size
    for name, size in sorted(by_file.items()):
        print(f"{size:6} {name}")
    print(f"{sum(by_file.values()):6} total, {sum(b - a for a, b in gaps)} free; largest gaps: "
          + ", ".join(f"{a:04X}+{b - a}" for a, b in sorted(gaps, key=lambda g: g[0] - g[1])[:6]))
    if "-v" in options:
        for s in ordered:
            if s.kind != "const":
                print(f"{s.address:04X} {s.size:5} {s.kind} {s.name} ({s.source})")
    for name in ("girafa48.rom", "girafa48.sym"):
        if "--commit" in options:
            (HERE / name).write_bytes((BUILD / name).read_bytes())
        if "--check" in options:
            kept = HERE / name
            if not kept.exists() or kept.read_bytes() != (BUILD / name).read_bytes():
                fail(f"{name} is stale: run build.py --commit")
    readme = HERE / "README.md"
    table = HERE / "src" / "delays.rs"
    for path, text in ((readme, with_entries(readme.read_text(), ordered, gaps)), (table, delays(symbols))):
        if "--commit" in options:
            path.write_text(text)
        if "--check" in options and path.read_text() != text:
            fail(f"{path.relative_to(HERE)} is stale: run build.py --commit")
    if "--check" in options:
        print("the committed files are up to date")


main()
