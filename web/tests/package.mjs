// The package for Node in a browser: it fetches its WebAssembly from its own directory.

import assert from "node:assert/strict";
import { join } from "node:path";
import test from "node:test";
import { dist, open, serve } from "./page.mjs";

const html = (_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>User</title>");

test("a page without a machine runs a program", async (t) => {
    const server = await serve(join(dist, "../package/dist"), { "user.html": html });
    const page = await open(t, { url: `${server.url}user.html`, ready: false });
    t.after(() => server.close());
    const transcript = await page.evaluate(async () => (await import("./browser.js")).run("10 PRINT 6*7").transcript);
    assert.equal(transcript, "42\n");
});

test("without its WebAssembly the import fails with the name of the missing file", async (t) => {
    const gone = (_, response) => response.writeHead(404).end();
    const server = await serve(join(dist, "../package/dist"), { "user.html": html, "girafa.wasm": gone });
    const page = await open(t, { url: `${server.url}user.html`, ready: false, provokes: /404/ });
    t.after(() => server.close());
    const message = await page.evaluate(() => import("./browser.js").then(() => "", ({ message }) => message));
    assert.match(message, /girafa\.wasm cannot be fetched \(HTTP 404\): expected it next to the script/);
});
