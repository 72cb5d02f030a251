# Shared by .ci/run and .ci/nightly: the environment, the step runner and the tools that the steps need. Both
# scripts run with `set -euo pipefail`, from the repository's root.
export CI=true
# Tests with missing requirements fail; GIRAFA_REQUIRE_ALL=0 lets them skip, for a clone without the shared
# material.
export GIRAFA_REQUIRE_ALL="${GIRAFA_REQUIRE_ALL:-1}"
export GIRAFA_SHARED="${GIRAFA_SHARED:-$PWD/../shared}"
export GIRAFA_BOOK="${GIRAFA_BOOK:-$GIRAFA_SHARED/seeds/000_4a16c8ea866a03d4.txt}"
export CHROMIUM="${CHROMIUM:-/usr/bin/chromium}"
export FIREFOX="${FIREFOX:-/usr/bin/firefox-esr}"
target="${CARGO_TARGET_DIR:-$PWD/target}"
export PATH="$PATH:$target/python/bin" GIRAFA_PYTHON="$target/python/bin/python3"

# A step is a function `step_NAME`. Runs the steps named in the arguments, or all in `all_steps`, and prints a
# table of them. The first failure ends the run. With `--keep-going`, the remaining steps run too, and the run
# fails at its end.
run_steps() {
    local argument name keep_going='' steps=()
    for argument in "$@"; do
        if [ "$argument" = --keep-going ]; then
            keep_going=1
        elif declare -F "step_$argument" >/dev/null; then
            steps+=("$argument")
        else
            echo "$0: unknown step \`$argument\`; expected ${all_steps[*]} or --keep-going" >&2
            exit 2
        fi
    done
    [ ${#steps[@]} -gt 0 ] || steps=("${all_steps[@]}")
    trap print_table EXIT
    for name in "${steps[@]}"; do
        run_step "$name"
        [ ${#failed[@]} = 0 ] || [ "$keep_going" ] || break
    done
    [ ${#failed[@]} = 0 ]
}

# Rows of the table, names of the failed steps, current step and its start time.
table=() failed=() current='' began=0
run_step() {
    current=$1 began=$SECONDS
    printf '\n== %s\n' "$1"
    # `set -e` has no effect in a function called as part of a condition.
    set +e
    (
        set -e
        "step_$1"
    )
    local code=$?
    set -e
    if [ "$code" = 0 ]; then
        end_step passed
    else
        failed+=("$1")
        printf '\nFAILED in "%s", exit code %d\n' "$1" "$code"
        end_step FAILED
    fi
}

end_step() {
    table+=("$(printf '%6d s  %s  %s' $((SECONDS - began)) "$1" "$current")")
    current=''
}

# Prints the table in any case, so that an interrupted run shows its times too.
print_table() {
    [ -z "$current" ] || end_step stopped
    printf '\n== seconds\n'
    printf '%s\n' "${table[@]}"
    printf '%6d s  total\n' "$SECONDS"
}

# Installs Debian packages. Arguments are pairs `COMMAND-OR-FILE=PACKAGE`; a package is installed if its
# command or file is missing.
debian() {
    local pair need=()
    for pair in "$@"; do
        case ${pair%%=*} in
        /*) [ -e "${pair%%=*}" ] || need+=("${pair#*=}") ;;
        *) command -v "${pair%%=*}" >/dev/null || need+=("${pair#*=}") ;;
        esac
    done
    [ ${#need[@]} = 0 ] && return
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${need[@]}" >/dev/null
}

# Installs a component of Rust, if rustup is available.
rust_component() {
    rustup component list 2>/dev/null | grep -q "^$1.*(installed)" || rustup component add "$1" 2>/dev/null || true
}

# Installs a Cargo tool at a version. A build without optimisation and debug information takes less than half
# the time, and the tools run for seconds only.
cargo_tool() {
    "$1" --version 2>/dev/null | grep -qF "$2" || CARGO_PROFILE_DEV_DEBUG=0 cargo install --quiet --locked --debug "$1@$2"
}

# Installs PyPI packages in $target/python. Arguments are pairs `MODULE=REQUIREMENT`; a package is installed
# if its module is missing.
pypi() {
    [ -x "$GIRAFA_PYTHON" ] || python3 -m venv "$target/python"
    local pair need=()
    for pair in "$@"; do
        "$GIRAFA_PYTHON" -c "import ${pair%%=*}" 2>/dev/null || need+=("${pair#*=}")
    done
    [ ${#need[@]} = 0 ] || "$GIRAFA_PYTHON" -m pip install --quiet --disable-pip-version-check "${need[@]}"
}

# The tools that `cargo test` needs so that no test is skipped.
tools_for_tests() {
    debian zmakebas=zmakebas tmux=tmux man=man-db /usr/share/spectrum-roms/opense.rom=opense-basic
}

tools_for_window() {
    local libraries
    libraries=$(PATH=$PATH:/usr/sbin:/sbin ldconfig -p)
    debian pkg-config=pkg-config Xvfb=xvfb xdotool=xdotool
    pkg-config --exists alsa || debian alsa-is-missing=libasound2-dev
    grep -q 'libX11\.so\.6' <<<"$libraries" || debian x11-is-missing=libx11-6
    grep -q 'libXcursor\.so\.1' <<<"$libraries" || debian xcursor-is-missing=libxcursor1
}

# The tools that build the page, and a browser. The standard library for WebAssembly is from rustup, or else
# from Debian with its own compiler.
tools_for_page() {
    node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' 2>/dev/null || debian node20-is-missing=nodejs
    debian npm=npm "$CHROMIUM=chromium"
    rustup target add wasm32-unknown-unknown 2>/dev/null && return
    [ -d "$(rustc --print target-libdir --target wasm32-unknown-unknown)" ] && return
    debian /usr/lib/rustlib/src/rust/library=rustc-web /usr/lib/rustlib/src/rust/library=cargo-web \
        /usr/lib/rustlib/src/rust/library=rust-web-src /usr/lib/rustlib/src/rust/library=rust-web-llvm \
        /usr/lib/rustlib/src/rust/library=lld-22
}

# The spelling checker, from PyPI.
tools_for_words() {
    [ -x "$target/words/bin/typos" ] && return
    python3 -m venv "$target/words"
    "$target/words/bin/pip" install --quiet --disable-pip-version-check typos==1.52.0
}

tools_for_editors() {
    debian nvim=neovim npm=npm
}

# The window's tests. With the two other crates, the dependencies have the same features as in the test
# command, so that its build is reused.
window_tests() {
    cargo test --locked -p girafa-desktop -p girafa -p girafa-session --lib --test desktop "$@"
}

# The page's tests in Chromium, or in Firefox with GIRAFA_BROWSER=firefox: the files given, or all. `cargo xtask web` must have built the page.
page_tests() {
    (
        cd web
        [ $# -gt 0 ] || npm run --silent types
        # The timeout of this script also applies to each file: seat.mjs takes 56 s alone, and more than
        # 120 s during a build.
        npm run --silent test:files -- ${@:-tests/*.mjs}
    )
}

# Installs the Python module in a new environment $target/python-wheel, built with a profile.
python_module() {
    rm -rf "$target/python-wheel"
    python3 -m venv "$target/python-wheel"
    "$target/python-wheel/bin/pip" install --quiet --disable-pip-version-check -r crates/python/requirements.txt
    CARGO_TARGET_DIR="$target" "$target/python-wheel/bin/pip" install --quiet --disable-pip-version-check \
        --config-settings "build-args=--profile $1" ./crates/python
}

# Packs the VS Code extension as published and runs its tests without VS Code.
vscode_extension() {
    (
        cd editors/vscode
        npm ci --no-audit --no-fund --silent
        npm run --silent package
        python3 -m zipfile -l dist/girafa.vsix | grep -qF extension/dist/NOTICES.txt
        npm test
    )
}
