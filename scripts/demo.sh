#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing, builds, and shows a whole game from simulated hands to the public page.
# `demo.sh --help` tells the options; what is shown is in demo.py.
# shellcheck source-path=SCRIPTDIR
source "$(dirname "$0")/lib.sh"

case " $* " in
*" -h "* | *" --help "*)
    exec python3 "$root/scripts/demo.py" --help
    ;;
esac
bash "$root/scripts/install-deps.sh" build
echo "building ($builds/release) ..."
build release jipu jipud jipu-results
exec python3 "$root/scripts/demo.py" --programs "$builds/release/daemon/app" "$@"
