#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds everything with Debian 13's compiler and libraries, in a folder that debootstrap makes, and
# runs the tests there. Ends with 77 where that cannot be done, and says why.
# shellcheck source-path=SCRIPTDIR
source "$(dirname "$0")/debian.sh"

# All but those of minutes, those that see no difference between compilers, and the browser's.
build_and_test() {
    g++ --version | head -n 1
    step "build: Debian 13" build release
    [ "$status" -eq 0 ] || return 0
    run_ctest Debian-13 "$builds/release" -LE full -E '^(page|lint_.*)$'
}

case ${1-} in
packages) bash "$root/scripts/install-deps.sh" build unit ;;
inside)
    build_and_test
    closing_line
    ;;
*) enter debian-13.sh ;;
esac
