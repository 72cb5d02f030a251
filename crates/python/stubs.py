#!/usr/bin/env python3
"""Writes the docstrings of the compiled module into its stub, for editors: they do not look into a compiled module.

    python crates/python/stubs.py            writes them
    python crates/python/stubs.py --check    fails if the stub has others

The signatures in the stub are written by hand, and checked by mypy.stubtest. Run this with the module installed.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import sys
from pathlib import Path
from typing import Any, Iterator

from girafa import _girafa

STUB = Path(__file__).parent / "python/girafa/_girafa.pyi"


def documented(body: list[ast.stmt], scope: Any) -> Iterator[tuple[Any, str]]:
    """The functions and classes of the stub with the docstrings of the module."""
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            # Python itself documents the methods of all classes, such as `__enter__`.
            is_own = not node.name.startswith("__")
            member = inspect.getattr_static(scope, node.name)
            text = inspect.getdoc(getattr(member, "__func__", member)) if is_own else None
            if text and not (inspect.isclass(member) and not member.__doc__):
                yield node, text
            if isinstance(node, ast.ClassDef):
                yield from documented(node.body, member)


def with_docstrings(stub: str) -> str:
    """The stub with the docstrings of the module instead of its own."""
    rows = stub.split("\n")
    # From the end, so that the numbers of the rows before stay valid.
    for node, text in sorted(documented(ast.parse(stub).body, _girafa), key=lambda found: -found[0].lineno):
        indent = " " * (node.col_offset + 4)
        lines = text.replace("\\", "\\\\").split("\n")
        closing = [f'{indent}"""'] if len(lines) > 1 else []
        docstring = [f'{indent}"""{lines[0]}' + ("" if closing else '"""')]
        docstring += [indent + line if line else "" for line in lines[1:]] + closing
        first = node.body[0]
        start, end = first.lineno - 1, first.end_lineno
        is_docstring = ast.get_docstring(node) is not None
        is_empty = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and first.value.value is ...
        if is_docstring:
            rows[start:end] = docstring
        elif is_empty and rows[start].endswith(": ..."):
            rows[start] = rows[start].removesuffix(" ...")
            rows[end:end] = docstring
        elif is_empty:
            rows[start:end] = docstring
        else:
            decorators = getattr(first, "decorator_list", [])
            above = min([first.lineno, *(decorator.lineno for decorator in decorators)]) - 1
            rows[above:above] = docstring
    return "\n".join(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="fail if the stub has other docstrings")
    check = parser.parse_args().check
    stub = STUB.read_text()
    new = with_docstrings(stub)
    if check and new != stub:
        sys.exit(f"{STUB}: the docstrings differ from those of the module: run crates/python/stubs.py")
    STUB.write_text(new)


if __name__ == "__main__":
    main()
