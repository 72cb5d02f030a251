#!/usr/bin/env python3
"""Prints every text that a user can see in a message, a help text or the page, with its file and line.

    .ci/messages.py                 one row per text: PATH:LINE<tab>TEXT
    .ci/messages.py --check         fails if a text, a comment or a document has a phrase of .ci/words.tsv
    .ci/messages.py --comments      prints the comments instead
    .ci/messages.py --sample N      prints a random sample of N texts, the same for the same sources

Texts are string literals of at least two words outside tests, and the doc comments that clap uses as help. It
omits the literals of `assert!`, `expect` and `panic!`, which no input can cause.
"""

import argparse
import random
import re
import subprocess
import sys
from pathlib import Path

from modules import UNIT_TESTS

ROOT = Path(__file__).resolve().parent.parent
WORDS = ROOT / ".ci/words.tsv"
# Files that are third-party, data, or contain the phrases themselves.
EXCLUDED_PATHS = re.compile(
    r"(^|/)(tests?|benches|fuzz|node_modules)/|LICENSE|^\.ci/(words\.tsv|messages\.py)$|package-lock|^basic-listings/.*\.bas$"
)
INTERNAL_LITERALS = re.compile(r"(assert\w*!|\bexpect|panic!|unreachable!|todo!|compile_error!|cfg\w*|link_section|deprecated|reason =)\s*\(?[^;\"]*$")
RUST = re.compile(
    r"""(?P<doc>//[/!][^\n]*)|(?P<line>//[^\n]*)|(?P<block>/\*.*?\*/)|b?r(?P<hash>\#*)"(?P<raw>.*?)"(?P=hash)"""
    r"""|(?P<byte>b"(?:[^"\\]|\\.)*")|"(?P<text>(?:[^"\\]|\\.)*)"|'(?:[^'\\\n]|\\.[^'\n]*)'""",
    re.S,
)
SCRIPT = re.compile(
    r"""(?P<line>(?<!:)//[^\n]*)|(?P<block>/\*.*?\*/)|"(?P<text>(?:[^"\\\n]|\\.)*)"|`(?P<raw>(?:[^`\\]|\\.)*)`|'(?P<single>(?:[^'\\\n]|\\.)*)'""",
    re.S,
)
PYTHON = re.compile(
    r"(?P<line>\#[^\n]*)|\"\"\"(?P<raw>.*?)\"\"\"|\"(?P<text>(?:[^\"\\\n]|\\.)*)\"|'(?P<single>(?:[^'\\\n]|\\.)*)'", re.S
)
PROSE = {".md"}
CODE = {".rs": RUST, ".ts": SCRIPT, ".mjs": SCRIPT, ".js": SCRIPT, ".py": PYTHON, ".pyi": PYTHON, ".sh": PYTHON, "": PYTHON}


def sources():
    """Returns the paths of all files in Git, relative to the repository's root."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    return [path for path in listed.stdout.split("\n") if path]


def plain(text):
    """Returns a literal as readable text: continuations removed, escapes and whitespace as single spaces."""
    text = re.sub(r"\\\r?\n\s*", "", text)
    text = re.sub(r"\\u\{[0-9A-Fa-f]+\}|\\[ntr0]|\s+", " ", text)
    return re.sub(r"\\(.)", r"\1", text).strip()


def is_sentence(text):
    """Whether a text is for people: it has at least two words, one of them with at least three letters."""
    words = re.findall(r"[A-Za-zÀ-ÿ']+", re.sub(r"\{[^{}]*\}", " ", text))
    return len(words) > 1 and " " in text and any(len(word) > 2 for word in words)


def without_tests(source):
    """Returns a Rust source without its test module, which is at the end."""
    return UNIT_TESTS.split(source, maxsplit=1)[0]


def help_lines(source):
    """Returns the line numbers of the structs and enums that clap derives a command line from."""
    found = set()
    derive = r"#\[derive\([^\]]*\b(?:Args|Parser|Subcommand|ValueEnum)\b"
    for match in re.finditer(rf"((?:^[ \t]*///[^\n]*\n)*){derive}.*?^}}", source, re.M | re.S):
        first = source.count("\n", 0, match.start()) + 1
        found.update(range(first, first + match.group().count("\n") + 1))
    return found


def texts(path, comments=False):
    """Returns the texts of a file, or its comments, as pairs of a line and a text."""
    source = (ROOT / path).read_text(encoding="utf-8", errors="replace")
    suffix = Path(path).suffix
    if suffix in PROSE:
        return [] if comments else prose(source)
    if suffix == ".json":
        pattern, source = SCRIPT, source if path.endswith("vscode/package.json") else ""
    elif suffix == ".html":
        pairs = ((source.count("\n", 0, m.start()) + 1, plain(m.group(1))) for m in re.finditer(r">([^<>]+)<", source))
        return [] if comments else [(line, text) for line, text in pairs if is_sentence(text)]
    else:
        pattern = CODE.get(suffix)
    if pattern is None or suffix == "" and not source.startswith("#!"):
        return []
    if suffix == ".rs":
        source = without_tests(source)
    helps = help_lines(source) if suffix == ".rs" else ()
    found, block = [], None
    for match in pattern.finditer(source):
        groups = match.groupdict()
        line = source.count("\n", 0, match.start()) + 1
        comment = groups.get("doc") or groups.get("line") or groups.get("block")
        if comment:
            text = re.sub(r"^\s*(//[/!]?|/?\*+/?|#!?)", "", comment, flags=re.M)
            is_help = line in helps and groups.get("doc")
            if is_help or comments:
                follows = block and block[0] == line - 1 and block[1] == bool(is_help) and text.strip()
                if bool(is_help) != comments:
                    if follows:
                        found[-1] = (found[-1][0], f"{found[-1][1]} {plain(text)}")
                    else:
                        found.append((line, plain(text)))
                    block = (line + comment.count("\n"), bool(is_help))
            continue
        if comments or groups.get("byte"):
            continue
        start = source.rfind("\n", 0, max(match.start() - 120, 0)) + 1
        if suffix == ".rs" and INTERNAL_LITERALS.search(source[start : match.start()]):
            continue
        text = groups.get("text") or groups.get("raw") or groups.get("single") or ""
        found.append((line, plain(text)))
    return [(line, text) for line, text in found if is_sentence(text)]


def prose(source):
    """Returns the paragraphs of a document, without code blocks."""
    found, block, is_code = [], [], False
    for number, line in enumerate([*source.split("\n"), ""], 1):
        if line.lstrip().startswith("```"):
            is_code = not is_code
        elif not is_code and line.strip():
            block.append(line.strip())
            continue
        if block:
            found.append((number - len(block), " ".join(block)))
            block = []
    return found


def phrases():
    """Returns the phrases to avoid: the pattern, its source, and what to write instead."""
    rows = [row.split("\t") for row in WORDS.read_text(encoding="utf-8").split("\n") if row and row[0] != "#"]
    return [(re.compile(rf"(?<![\w-])(?:{row[0]})(?![\w-])", re.I), row[0], row[1]) for row in rows]


def check():
    """Prints each occurrence of a phrase to avoid, and returns their number."""
    known, number = phrases(), 0
    for path in sources():
        if EXCLUDED_PATHS.search(path):
            continue
        for line, text in [*texts(path), *texts(path, comments=True)]:
            text = re.sub(r"`[^`]*`", "`", text)
            for pattern, phrase, better in known:
                if pattern.search(text):
                    number += 1
                    print(f'{path}:{line}: "{phrase}": write {better}: {text[:120]}')
    return number


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true", help="fail if a phrase of .ci/words.tsv is found")
    parser.add_argument("--comments", action="store_true", help="print the comments instead")
    parser.add_argument("--sample", type=int, metavar="N", help="print a sample of N texts, the same for the same sources")
    parser.add_argument("paths", nargs="*", help="search only files whose path starts with one of these")
    options = parser.parse_args()
    if options.check:
        sys.exit(1 if check() else 0)
    rows = []
    for path in sources():
        if EXCLUDED_PATHS.search(path) or Path(path).suffix in PROSE:
            continue
        if not options.paths or path.startswith(tuple(options.paths)):
            rows += [f"{path}:{line}\t{text}" for line, text in texts(path, options.comments)]
    if options.sample:
        rows = random.Random(options.sample).sample(rows, min(options.sample, len(rows)))
    print("\n".join(rows))


if __name__ == "__main__":
    main()
