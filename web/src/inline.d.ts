// A script bundled as text, for a worker thread (build.mjs).
declare module "*?inline" {
    const text: string;
    export default text;
}
