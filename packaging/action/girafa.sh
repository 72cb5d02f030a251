#!/usr/bin/env bash
# The steps of action.yml, which also run without GitHub:
#
#     girafa.sh install    installs the command, and prints its directory
#     girafa.sh check      checks the listings below the paths
#     girafa.sh test       runs the sessions below the paths
#
# The inputs are environment variables: INPUT_PATHS (one path per line), INPUT_VERSION, INPUT_INSTALL,
# INPUT_DENY_WARNINGS, INPUT_SARIF, INPUT_JUNIT. GIRAFA_SOURCE is a checkout of Girafa, GIRAFA_TOOLS is the
# directory to install in, and GIRAFA_RELEASES replaces the URL of the repository's releases.
set -euo pipefail

fail() {
    echo "girafa.sh: $*" >&2
    exit 2
}

# Writes an output of the action.
output() {
    if [ -n "${GITHUB_OUTPUT:-}" ]; then
        printf '%s=%s\n' "$1" "$2" >>"$GITHUB_OUTPUT"
    else
        printf '%s=%s\n' "$1" "$2"
    fi
}

# Prints a value in the section [workspace.package] of the checkout's manifest.
manifest() {
    sed -n "/^\[workspace.package\]/,/^\[workspace.dependencies\]/s/^$1 = \"\(.*\)\"/\1/p" "$GIRAFA_SOURCE/Cargo.toml"
}

# Prints the target whose archive runs here. The static program for Linux runs with any C library.
target() {
    case "$(uname -s)-$(uname -m)" in
    Linux-x86_64) echo x86_64-unknown-linux-musl ;;
    Linux-aarch64 | Linux-arm64) echo aarch64-unknown-linux-musl ;;
    Darwin-x86_64) echo x86_64-apple-darwin ;;
    Darwin-arm64) echo aarch64-apple-darwin ;;
    MINGW*-x86_64 | MSYS*-x86_64 | CYGWIN*-x86_64) echo x86_64-pc-windows-msvc ;;
    *) return 1 ;;
    esac
}

digest() {
    if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1
}

# Downloads an archive of the release and checks it against its checksum. Fails if there is no such archive; a wrong checksum
# ends the script.
download() {
    local version=$1 target name base expected
    target=$(target) || return 1
    name="girafa-$version-$target"
    base="${GIRAFA_RELEASES:-$(manifest repository)/releases/download}/v$version"
    case "$target" in *windows*) name+=.zip ;; *) name+=.tar.gz ;; esac
    mkdir -p "$GIRAFA_TOOLS/download"
    for file in "$name" "$name.sha256"; do
        curl --fail --silent --show-error --location --retry 3 --output "$GIRAFA_TOOLS/download/$file" "$base/$file" || return 1
    done
    expected=$(cut -d ' ' -f 1 "$GIRAFA_TOOLS/download/$name.sha256")
    if [ "$(digest "$GIRAFA_TOOLS/download/$name")" != "$expected" ]; then
        fail "$base/$name: its SHA-256 is not the one in $name.sha256"
    fi
    case "$name" in
    *.zip) unzip -q -o "$GIRAFA_TOOLS/download/$name" -d "$GIRAFA_TOOLS" ;;
    *) tar -xzf "$GIRAFA_TOOLS/download/$name" -C "$GIRAFA_TOOLS" ;;
    esac
    directory="$GIRAFA_TOOLS/girafa-$version-$target"
}

# Builds the command from the checkout of the action.
build() {
    command -v cargo >/dev/null || fail "no archive of Girafa $1 can be downloaded, and there is no cargo to build it with"
    [ "$1" = "$(manifest version)" ] || fail "no archive of Girafa $1 can be downloaded, and the action has the source of $(manifest version)"
    cargo install --quiet --locked --path "$GIRAFA_SOURCE/crates/girafa" --root "$GIRAFA_TOOLS" >&2
    directory="$GIRAFA_TOOLS/bin"
}

install() {
    : "${GIRAFA_SOURCE:?a checkout of Girafa}" "${GIRAFA_TOOLS:?a directory to install in}"
    local version=${INPUT_VERSION:-}
    directory=
    version=${version#v}
    version=${version:-$(manifest version)}
    case "${INPUT_INSTALL:-auto}" in
    auto) download "$version" || build "$version" ;;
    archive) download "$version" || fail "no archive of Girafa $version can be downloaded" ;;
    cargo) build "$version" ;;
    none) directory=$(dirname "$(command -v girafa || fail "girafa is not on the PATH")") ;;
    *) fail "expected auto, archive, cargo or none for \`install\`, found \`$INPUT_INSTALL\`" ;;
    esac
    "$directory/girafa" --version >&2
    [ -z "${GITHUB_PATH:-}" ] || printf '%s\n' "$directory" >>"$GITHUB_PATH"
    output directory "$directory"
    output version "$version"
}

# Puts the paths into the array `paths`.
read_paths() {
    paths=()
    while IFS= read -r path; do
        path=${path%$'\r'}
        [ -z "$path" ] && continue
        [ -e "$path" ] || fail "$path: no such file or directory"
        paths+=("$path")
    done <<<"${INPUT_PATHS:-.}"
    [ ${#paths[@]} -gt 0 ] || fail "\`paths\` is empty"
}

check() {
    local listings=() options=() status=0
    read_paths
    # Like `girafa test`, skip hidden directories and those called `target`.
    while IFS= read -r -d '' listing; do
        listings+=("${listing#./}")
    done < <(find "${paths[@]}" -mindepth 1 \( -name '.*' -o -type d -name target \) -prune -o -type f -name '*.bas' -print0 | sort -z)
    for path in "${paths[@]}"; do
        case "$path" in
        *.toml) ;; # a session file, for `test`
        *) [ -d "$path" ] || listings+=("$path") ;;
        esac
    done
    [ ${#listings[@]} -gt 0 ] || fail "no .bas file below: ${paths[*]}"
    [ "${INPUT_DENY_WARNINGS:-false}" != true ] || options+=(--deny-warnings)
    if [ -n "${INPUT_SARIF:-}" ]; then
        mkdir -p "$(dirname "$INPUT_SARIF")"
        # The exit code is that of the same check below, which prints readable diagnostics.
        girafa check --sarif ${options[@]+"${options[@]}"} -- "${listings[@]}" >"$INPUT_SARIF" || true
        output sarif "$INPUT_SARIF"
    fi
    girafa check ${options[@]+"${options[@]}"} -- "${listings[@]}" || status=$?
    output check-exit-code "$status"
    return "$status"
}

test_sessions() {
    local options=() status=0
    read_paths
    if [ -n "${INPUT_JUNIT:-}" ]; then
        mkdir -p "$(dirname "$INPUT_JUNIT")"
        options+=(--junit "$INPUT_JUNIT")
        output junit "$INPUT_JUNIT"
    fi
    girafa test ${options[@]+"${options[@]}"} -- "${paths[@]}" || status=$?
    output test-exit-code "$status"
    return "$status"
}

case "${1:-}" in
install) install ;;
check) check ;;
test) test_sessions ;;
*) fail "expected install, check or test, found \`${1:-}\`" ;;
esac
