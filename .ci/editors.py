#!/usr/bin/env python3
"""Generates the grammars in editors/, and tests the language server with Neovim.

    .ci/editors.py             writes the grammars
    .ci/editors.py --check     fails if a grammar is stale
    .ci/editors.py --neovim    opens a listing in a headless Neovim with `girafa lsp`; the command is
                               $GIRAFA, or else target/debug/girafa. Also checks that the test fails with a
                               server that sends no valid response, and that the server ends with its editor
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EDITORS = ROOT / "editors"
SYNTAX = EDITORS / "neovim" / "syntax" / "sinclair.vim"
GRAMMAR = EDITORS / "vscode" / "syntaxes" / "sinclair-basic.tmLanguage.json"
LISTING = '10 PRINT "😀": BORDER 9\n20 PIRNT total\n30 LET total=total+1: GO TO 20\n'
# Timeout for Neovim, in seconds.
TIMEOUT_SECONDS = 120


def keywords():
    """Returns the keywords of the token table, longest first."""
    source = (ROOT / "crates/basic/src/token.rs").read_text()
    table = source[source.index("keywords! { 0xA5:"):]
    words = re.findall(r'[A-Z_]+ "([^"]+)"', table[:table.index("}")])
    assert len(words) == 91, len(words)
    words = [word for word in words if word[0].isalpha()]
    return sorted(words, key=lambda word: (-len(word), word))


def syntax():
    """Returns the syntax file for Neovim."""
    escape = lambda word: word.replace("$", r"\$").replace(" ", r" *")
    pattern = r"\|".join(escape(word) for word in keywords() if word != "REM")
    return rf'''" Sinclair BASIC. Made by .ci/editors.py from the table of tokens.
if exists("b:current_syntax")
    finish
endif
syntax case ignore
syntax match sinclairKeyword "\%(\a\w*\)\@<!\%({pattern}\)\a\@!"
syntax match sinclairNumber "\%(\a\w*\)\@<!\%(\d\+\.\?\d*\|\.\d\+\)\%(e[+-]\?\d\+\)\?"
syntax match sinclairLine "^\s*\d\+"
syntax match sinclairLine "@[^ \t:]\+"
syntax region sinclairString start=/"/ end=/"/ oneline
syntax match sinclairRemark "\a\@<!REM\a\@!.*$"
syntax match sinclairRemark "^\s*#.*$"
highlight default link sinclairKeyword Statement
highlight default link sinclairNumber Number
highlight default link sinclairLine LineNr
highlight default link sinclairString String
highlight default link sinclairRemark Comment
let b:current_syntax = "sinclair"
'''


def grammar():
    """Returns the TextMate grammar for VS Code."""
    spaced = lambda word: re.escape(word).replace(r"\ ", " *")
    functions = "RND INKEY$ PI FN POINT SCREEN$ ATTR AT TAB VAL$ CODE VAL LEN SIN COS TAN ASN ACS ATN LN EXP INT SQR SGN ABS PEEK IN USR STR$ CHR$ NOT BIN"
    functions = set(functions.split())
    words = [word for word in keywords() if word != "REM"]
    alternatives = lambda chosen: "|".join(spaced(word) for word in chosen)
    commands = alternatives([word for word in words if word not in functions])
    functions = alternatives([word for word in words if word in functions])
    made = {
        "comment": "Made by .ci/editors.py from the table of tokens.",
        "name": "Sinclair BASIC",
        "scopeName": "source.sinclair-basic",
        "patterns": [
            {"name": "comment.line.number-sign.sinclair-basic", "match": r"^\s*#.*$"},
            {"name": "entity.name.label.sinclair-basic", "match": r"^\s*\d+"},
            {
                "match": r"(?i)(?<![A-Za-z])(REM)(?![A-Za-z])(.*)$",
                "captures": {
                    "1": {"name": "keyword.control.sinclair-basic"},
                    "2": {"name": "comment.line.rem.sinclair-basic"},
                },
            },
            {
                "name": "string.quoted.double.sinclair-basic",
                "begin": '"',
                "end": r'"|$',
                "patterns": [
                    {"name": "constant.character.escape.sinclair-basic", "match": r"\\(?:\{[^}]*\}|#\d{3}|[ .':]{2}|.)"}
                ],
            },
            {"name": "entity.name.label.sinclair-basic", "match": r"@[^\s:]+"},
            {"name": "keyword.control.sinclair-basic", "match": rf"(?i)(?:{commands})(?![A-Za-z])"},
            {"name": "support.function.sinclair-basic", "match": rf"(?i)(?:{functions})(?![A-Za-z])"},
            {
                "name": "constant.numeric.sinclair-basic",
                "match": r"(?i)(?<![A-Za-z0-9])(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?",
            },
            {"name": "variable.other.sinclair-basic", "match": r"[A-Za-z][A-Za-z0-9]*\$?"},
            {"name": "keyword.operator.sinclair-basic", "match": r"<=|>=|<>|[-+*/^<>=]"},
        ],
    }
    return json.dumps(made, indent=4) + "\n"


def made():
    """Returns the generated files with their texts."""
    files = {SYNTAX: syntax()}
    if GRAMMAR.parent.parent.exists():
        files[GRAMMAR] = grammar()
    return files


def command():
    """Returns the path of the command to test."""
    return os.environ.get("GIRAFA", str(ROOT / "target" / "debug" / "girafa"))


def lua(words):
    """Returns a list of strings as a Lua table."""
    return "{ " + ", ".join(json.dumps(word) for word in words) + " }"


def neovim(directory, server, script):
    """Starts Neovim with a listing, a language server and a script."""
    listing = Path(directory) / "p.bas"
    listing.write_text(LISTING)
    arguments = [
        "nvim", "--headless", "-u", "NONE", "-i", "NONE", "-n",
        "--cmd", f"set runtimepath+={EDITORS / 'neovim'}",
        "--cmd", f"lua vim.g.girafa_command = {lua(server)}",
        "--cmd", "filetype plugin on | syntax on",
        str(listing), "-c", script,
    ]
    environment = {**os.environ, "XDG_STATE_HOME": directory, "XDG_DATA_HOME": directory, "XDG_CACHE_HOME": directory}
    return subprocess.Popen(
        arguments, cwd=directory, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


def ended(process):
    """Waits for a process. Returns its output, and its exit code or None after a timeout."""
    try:
        text, _ = process.communicate(timeout=TIMEOUT_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        text, _ = process.communicate()
        return text, None
    return text, process.returncode


def servers(mark):
    """Returns the ids of processes with this text in their command line."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and mark.encode() in (entry / "cmdline").read_bytes():
                found.append(int(entry.name))
        except OSError:
            pass
    return found


def test_neovim():
    """Tests the language server with Neovim."""
    if not shutil.which("nvim"):
        sys.exit("editors: Neovim is not installed (Debian's package neovim)")
    test = EDITORS / "tests" / "neovim.lua"
    with tempfile.TemporaryDirectory() as directory:
        # A unique path identifies the server's processes.
        server = Path(directory) / "girafa"
        server.symlink_to(Path(command()).resolve())
        text, code = ended(neovim(directory, [str(server), "lsp"], f"luafile {test}"))
        print(text.strip())
        if code != 0 or " checks" not in text:
            sys.exit(f"editors: the test in Neovim failed with exit code {code}")
        # Check that the test fails without a server.
        quick = Path(directory) / "quick.lua"
        quick.write_text(test.read_text().replace("20000", "1000"))
        text, code = ended(neovim(directory, ["cat"], f"luafile {quick}"))
        if code == 0:
            sys.exit(f"editors: the test passes without a server: {text}")
        # The server ends when its editor is killed.
        wait = "lua vim.wait(60000, function() return false end)"
        process = neovim(directory, [str(server), "lsp"], wait)
        wait_until(lambda: servers(str(server) + "\0lsp"), "no server was started")
        process.send_signal(signal.SIGKILL)
        process.communicate()
        wait_until(lambda: not servers(str(server) + "\0lsp"), "the server still runs after its editor ended")
    print("neovim: the test fails without a server; the server ends with its editor")


def wait_until(condition, message):
    """Waits up to 20 seconds for a condition; fails with `message`."""
    end = time.monotonic() + 20
    while not condition():
        if time.monotonic() > end:
            sys.exit(f"editors: {message}")
        time.sleep(0.05)


def main():
    if sys.argv[1:] == ["--neovim"]:
        test_neovim()
        return
    for path, text in made().items():
        if sys.argv[1:] == ["--check"]:
            if not path.exists() or path.read_text() != text:
                sys.exit(f"{path.relative_to(ROOT)} is stale: run .ci/editors.py")
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)


if __name__ == "__main__":
    main()
