#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The pages in a real browser: run.sh JIPU-RESULTS WORK-DIR. Status 77: skipped, the reason is said.
here=$(dirname "$0")
program=$1
work=$2
skip() {
    echo "SKIPPED: $1"
    exit 77
}
command -v node >/dev/null || skip "node is not installed"
[ "$(node -p 'process.versions.node.split(".")[0]')" -ge 20 ] || skip "node is older than 20"
browser=${CHROMIUM:-/usr/bin/chromium}
[ -x "$browser" ] || skip "$browser is not installed (CHROMIUM names another)"
mkdir -p "$work" || exit 1
cp "$here/package.json" "$here/package-lock.json" "$work/" || exit 1
if [ ! -d "$work/node_modules/playwright-core" ]; then
    command -v npm >/dev/null || skip "npm is not installed"
    (cd "$work" && npm ci --no-audit --no-fund >npm.log 2>&1) ||
        skip "playwright-core could not be installed ($work/npm.log)"
fi
exec node "$here/page.mjs" "$program" "$work" "$browser"
