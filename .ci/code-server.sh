#!/usr/bin/env bash
# Tests the VS Code extension in VS Code's workbench, with code-server from npm and Chromium. Run it on
# demand: the build takes minutes and a gigabyte. code-server's own installation would download ripgrep from
# GitHub; this script uses Debian's ripgrep and builds the native modules.
# `.ci/code-server.sh PICTURE.png` writes a screenshot of the workbench.
# Requires the packages that `.ci/run` installs, and `web/node_modules`. All files are in target/code-server.
set -euo pipefail
cd "$(dirname "$0")/.."
target="${CARGO_TARGET_DIR:-$PWD/target}"
place="$target/code-server"
# The last version for Node 20.
version=4.100.3

need=()
command -v rg >/dev/null || need+=(ripgrep)
command -v g++ >/dev/null || need+=(g++ make)
for package in libkrb5-dev libx11-dev libxkbfile-dev libsecret-1-dev; do
    dpkg -s "$package" >/dev/null 2>&1 || need+=("$package")
done
if [ ${#need[@]} -gt 0 ]; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${need[@]}" >/dev/null
fi

server="$place/node_modules/code-server"
if [ ! -f "$place/$version" ]; then
    rm -rf "$place"
    mkdir -p "$place"
    npm install --prefix "$place" --no-audit --no-fund --ignore-scripts "code-server@$version"
    (cd "$place/node_modules/argon2" && npx --yes node-pre-gyp rebuild --build-from-source)
    code="$server/lib/vscode"
    for modules in "$code" "$code/extensions"; do
        (cd "$modules" && npm install --no-audit --no-fund --omit=dev --ignore-scripts --legacy-peer-deps)
    done
    ln -sfn node_modules "$code/node_modules.asar"
    mkdir -p "$code/node_modules/@vscode/ripgrep/bin"
    ln -sf "$(command -v rg)" "$code/node_modules/@vscode/ripgrep/bin/rg"
    for module in kerberos @parcel/watcher @vscode/spdlog native-watchdog node-pty; do
        (cd "$code/node_modules/$module" && npx --yes node-gyp rebuild)
    done
    touch "$place/$version"
fi

cargo build --locked -p girafa
(cd editors/vscode && npm ci --no-audit --no-fund && npm run --silent package)
node editors/tests/vscode.mjs "$server/out/node/entry.js" editors/vscode/dist/girafa.vsix "$target/debug/girafa" "$@"
