// The command in WebAssembly, run under Node as often as a list says: `node wasi.mjs girafa.wasm runs.json`. Each run has its
// arguments, its directory, which is all that it sees of the host, and files for what it prints. Prints the exit codes.
import { openSync, readFileSync, closeSync } from "node:fs";
import { WASI } from "node:wasi";

const [wasm, list] = process.argv.slice(2);
const command = await WebAssembly.compile(readFileSync(wasm));
const codes = [];
for (const run of JSON.parse(readFileSync(list, "utf8"))) {
  const [stdin, stdout, stderr] = [openSync("/dev/null"), openSync(run.stdout, "w"), openSync(run.stderr, "w")];
  const args = ["girafa", ...run.arguments];
  const preopens = { "/": run.directory, ".": run.directory };
  const wasi = new WASI({ version: "preview1", args, env: {}, preopens, stdin, stdout, stderr, returnOnExit: true });
  const instance = await WebAssembly.instantiate(command, wasi.getImportObject());
  codes.push(wasi.start(instance));
  [stdin, stdout, stderr].forEach(closeSync);
}
console.log(JSON.stringify(codes));
