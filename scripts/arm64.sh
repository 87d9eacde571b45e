#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds everything for arm64 with Debian 13's cross compiler, in a folder that debootstrap makes, and
# runs the tests there in an emulator. Ends with 77 where that cannot be done, and says why.
# shellcheck source-path=SCRIPTDIR
source "$(dirname "$0")/debian.sh"

choose --arm64

packages() {
    dpkg --add-architecture arm64
    bash "$root/scripts/install-deps.sh" arm64
}

# All but those of minutes, those that measure or race against a clock that an emulator is late for,
# and those that run nothing of ours. Tests with real processes, which play in real time, only where
# JIPU_FULL is set.
build_and_test() {
    local left_out='full|plain'
    [ -n "${JIPU_FULL-}" ] || left_out+='|e2e'
    aarch64-linux-gnu-g++ --version | head -n 1
    step "build: arm64" build arm64
    [ "$status" -eq 0 ] || return 0
    run_ctest arm64 "$builds/arm64" -LE "$left_out" \
        -E '^(e2e_jipud_memory|e2e_survival_.*|faults_are_written|lint_.*|page|scripts_count)$'
}

case ${1-} in
packages) packages ;;
inside)
    build_and_test
    closing_line
    ;;
*) enter arm64.sh ;;
esac
