#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Writes the expected outputs anew from a tool that was built: deliberately, never in a test.
# usage: tests/replay/update.sh BUILD_DIR [NAME...]   (NAME: 001-opening; default: all)
set -eu
[ $# -ge 1 ] || { sed -n 4p "$0" >&2; exit 2; }
build=$1
shift
folder=$(dirname "$0")
exec python3 "$folder/goldens.py" update "$build/daemon/app/jipu" "$folder" "$@"
