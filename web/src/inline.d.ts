// A script bundled as text, for a thread of its own (build.mjs).
declare module "*?inline" {
    const text: string;
    export default text;
}
