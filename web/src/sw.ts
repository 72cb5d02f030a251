// Caches the page for offline use: all files of one version together.

declare const FILES: string[];
declare const VERSION: string;

interface Extendable extends Event {
    waitUntil(promise: Promise<unknown>): void;
}
interface Fetching extends Extendable {
    readonly request: Request;
    respondWith(response: Promise<Response>): void;
}
interface Worker {
    readonly clients: { claim(): Promise<void> };
    skipWaiting(): Promise<void>;
    addEventListener(name: "install" | "activate", listener: (event: Extendable) => void): void;
    addEventListener(name: "fetch", listener: (event: Fetching) => void): void;
}

const worker = globalThis as unknown as Worker;
const CACHE_NAME = `girafa-${VERSION}`;

worker.addEventListener("install", (event) => {
    const cached = caches.open(CACHE_NAME).then((cache) => cache.addAll(["./", ...FILES.filter((file) => file !== "index.html")]));
    event.waitUntil(cached.then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
    const others = caches.keys().then((names) => names.filter((name) => name.startsWith("girafa-") && name !== CACHE_NAME));
    event.waitUntil(
        others.then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => worker.clients.claim()),
    );
});

worker.addEventListener("fetch", (event) => {
    if (event.request.method === "GET" && event.request.url.startsWith(location.origin)) {
        // The page has two URLs; it is cached under the one that servers do not redirect.
        const url = event.request.url.replace(/\/index\.html(?=$|[?#])/, "/");
        const cached = caches.open(CACHE_NAME).then((cache) => cache.match(url, { ignoreSearch: true }));
        event.respondWith(cached.then((response) => response ?? fetch(event.request)));
    }
});
