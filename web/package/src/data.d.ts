declare module "girafa-programs" {
    const included: import("../../src/included.ts").Included;
    export default included;
}
