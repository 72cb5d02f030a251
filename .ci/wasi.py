#!/usr/bin/env python3
"""Runs the WebAssembly build of the command for a list of runs: `wasi.py girafa.wasm runs.json`. Uses
wasmtime.

Each run has arguments, a directory (the only one of the host that it can access), and files for its output.
Prints the exit codes as JSON. Node's own WASI is not used because it had occasional segmentation faults.
"""

import json
import sys
from pathlib import Path

from wasmtime import Engine, ExitTrap, Linker, Module, Store, WasiConfig


def main() -> None:
    wasm, runs = sys.argv[1:]
    engine = Engine()
    linker = Linker(engine)
    linker.define_wasi()
    command = Module.from_file(engine, wasm)
    print(json.dumps([code_of(run, engine, linker, command) for run in json.loads(Path(runs).read_text())]))


def code_of(run: dict, engine: Engine, linker: Linker, command: Module) -> int:
    wasi = WasiConfig()
    wasi.argv = ["girafa", *run["arguments"]]
    for name in ["/", "."]:
        wasi.preopen_dir(run["directory"], name)
    wasi.stdout_file, wasi.stderr_file = run["stdout"], run["stderr"]
    store = Store(engine)
    store.set_wasi(wasi)
    try:
        linker.instantiate(store, command).exports(store)["_start"](store)
    except ExitTrap as end:
        return end.code
    return 0


if __name__ == "__main__":
    main()
