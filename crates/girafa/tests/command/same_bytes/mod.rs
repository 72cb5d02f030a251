//! The same inputs give the same bytes. For each output of the command, 20 runs at a time use other locales,
//! time zones, home directories, terminals, numbers of processors and directory names; one run uses
//! WebAssembly.

mod inputs;
mod runs;
mod wasm;

use runs::assert_same_in_20_runs;

/// Defines a test for each output: the arguments, and the output file or `stdout`.
macro_rules! outputs {
    ($($name:ident: $arguments:literal => $output:literal,)*) => {
        /// The name of each output, its arguments, and the output file or `stdout`.
        const OUTPUTS: &[(&str, &str, &str)] = &[$((stringify!($name), $arguments, $output)),*];
        $(
            #[test]
            fn $name() {
                assert_same_in_20_runs($arguments, $output);
            }
        )*
    };
}

outputs! {
    transcript: "run p.bas --answer 3" => "stdout",
    json: "run p.bas --answer 3 --json" => "stdout",
    json_of_a_fault: "run p.bas --json" => "stdout",
    screen_png: "run p.bas --answer 3 --screen out.png --scale 2" => "out.png",
    gif: "run p.bas --answer 3 --gif out.gif" => "out.gif",
    paper_png: "run p.bas --answer 3 --paper out.png" => "out.png",
    wav: "run p.bas --answer 3 --wav out.wav" => "out.wav",
    szx: "run p.bas --answer 3 --save out.szx" => "out.szx",
    z80: "run p.bas --answer 3 --save out.z80" => "out.z80",
    sna: "run p.bas --answer 3 --save out.sna" => "out.sna",
    recorded_tape: "run p.bas --answer 3 --tape out.tap" => "out.tap",
    snapshot_read_again: "run p.szx --frames 5 --json --save out.szx" => "out.szx",
    hardcopy_bits: "hardcopy p.bas --answer 3 -o out.png" => "out.png",
    hardcopy_paper: "hardcopy p.bas --answer 3 -o out.png --style paper" => "out.png",
    hardcopy_pages: "hardcopy p.bas --llist -o out.png --page 3" => "out-2.png",
    hardcopy_text: "hardcopy p.bas --answer 3 --text" => "stdout",
    list: "list p.bas" => "stdout",
    tap: "tap p.bas soma.bas -o out.tap" => "out.tap",
    tap_raw: "tap p.bas --raw -o out.bin" => "out.bin",
    tap_of_code: "tap p.bas --code 32768=soma.txt -o out.tap" => "out.tap",
    renumber: "renumber p.bas --first 100 --step 5" => "stdout",
    format: "format p.bas -o out.bas" => "out.bas",
    untap: "untap p.tap" => "stdout",
    info_of_a_snapshot: "info p.szx" => "stdout",
    info_of_a_tape: "info p.tap" => "stdout",
    check_text: "check doubtful.bas p.bas soma.bas" => "stdout",
    check_json: "check doubtful.bas p.bas soma.bas --json" => "stdout",
    check_sarif: "check doubtful.bas p.bas soma.bas --sarif" => "stdout",
    check_explain: "check --explain G004" => "stdout",
    typein_suggest: "typein scan.txt --suggest out.toml" => "out.toml",
    typein_fixes: "typein scan.txt --fixes fixes.toml -o out.bas" => "out.bas",
    typein_json: "typein scan.txt --json" => "stdout",
    book_new: "book new caderno.txt --out out" => "out/book.toml",
    book_import: "book import caderno.txt --records caderno-records --out out" => "out/a-tabuada.tap",
    book_list: "book list --records caderno-records" => "stdout",
    programs: "programs --json" => "stdout",
    test_text: "test suite --verbose" => "stdout",
    test_json: "test suite --json" => "stdout",
    test_junit: "test suite --junit out.xml" => "out.xml",
    test_bless: "test wrong --bless" => "wrong/soma.toml",
    test_diff: "test pictures --diff out" => "out/pictures/a.diff.png",
    test_init: "init out" => "out/tabuada.toml",
    compare_text: "compare soma.bas --expect soma.txt" => "stdout",
    compare_json: "compare p.bas --answer 3 --expect soma.txt --json" => "stdout",
    compare_junit: "compare p.bas --answer 3 --expect soma.txt --junit out.xml" => "out.xml",
    cover: "cover p.bas --answer 3 --missing" => "stdout",
    cover_json: "cover p.bas --answer 3 --json" => "stdout",
    profile: "profile p.bas --answer 3 --statements" => "stdout",
    profile_json: "profile p.bas --answer 3 --json" => "stdout",
    trace: "trace p.bas --answer 3 --tstates" => "stdout",
    vars: "vars p.bas --answer 3" => "stdout",
    vars_json: "vars p.bas --answer 3 --json" => "stdout",
    conform: "conform cases.jsonl --verbose" => "stdout",
    completions: "completions zsh" => "stdout",
    man: "man --out out" => "out/girafa-run.1",
    help: "run --help" => "stdout",
}
