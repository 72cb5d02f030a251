#!/usr/bin/env python3
"""The command in WebAssembly, run as often as a list says: `wasi.py girafa.wasm runs.json`, with wasmtime's package.

Each run has its arguments, its directory, which is all that it sees of the host, and files for what it prints. Prints the exit
codes. Node's own WASI is not used: it ended by a segmentation fault once in a while.
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
