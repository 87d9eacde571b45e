#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs the Debian packages of the named groups when something is missing; says nothing and is
# quick when all is there. Works on Debian 12 and 13 as root or with sudo.
set -euo pipefail

usage() {
    cat <<'END'
usage: install-deps.sh [--list] GROUP...
  build   compiler, build tools and libraries
  unit    what tests without other programs need; part of test
  test    what the tests use: Catch2, a browser, another rules engine, node
  lint    clang-format, clang-tidy, shellcheck, mandoc
  fuzz    clang with libFuzzer
  chroot  debootstrap
  hardware  an emulated machine and its kernel, for hardware.sh
  guest   what makes an emulated machine's disk, for guest.sh
  machine-arm64  an emulated arm64 and what builds a module for its kernel, beside arm64
  package  what builds and checks Debian packages
  all     all of them
  cross   what builds for arm64, where dpkg knows that architecture
  arm64   what also tests in an emulator
  --list  print the names of the packages and install nothing
END
}

tools="ccache cmake libcli11-dev lld ninja-build nlohmann-json3-dev pkgconf python3"
libraries="libboost-dev libcurl4-openssl-dev libgpiod-dev libserialport-dev libspdlog-dev
    libsqlite3-dev libssl-dev libsystemd-dev libtomlplusplus-dev"

packages_of() {
    case $1 in
    build)
        echo g++ "$tools" "$libraries"
        ;;
    test)
        packages_of unit
        echo chromium fonts-wqy-microhei mandoc sqlite3
        # A node of another origin brings its own npm.
        command -v node >/dev/null && command -v npm >/dev/null || echo nodejs npm
        ;;
    lint) echo clang-format clang-tidy mandoc shellcheck python3 ;;
    fuzz) echo clang lld libclang-rt-dev ;;
    unit) echo catch2 fairy-stockfish python3 tzdata ;;
    cross)
        echo g++-aarch64-linux-gnu "$tools"
        # shellcheck disable=SC2086 # a list
        printf '%s:arm64\n' $libraries pkgconf
        ;;
    arm64)
        packages_of cross
        echo fairy-stockfish libcatch2-dev:arm64 qemu-user tzdata
        ;;
    hardware) echo busybox-static cpio gcc linux-headers-amd64 linux-image-amd64 make qemu-system-x86 ;;
    chroot) echo debootstrap debian-archive-keyring ;;
    machine-arm64) echo cpio device-tree-compiler kmod make qemu-system-arm xz-utils ;;
    guest) echo e2fsprogs kmod python3 systemd xz-utils ;;
    package) echo build-essential debhelper lintian ;;
    all) for group in build test lint fuzz chroot package; do packages_of "$group"; done ;;
    *)
        echo "install-deps.sh: there is no group '$1'" >&2
        usage >&2
        return 2
        ;;
    esac
}

missing_of() {
    local package
    for package in "$@"; do
        # A line for each architecture of which it is there.
        dpkg-query -W -f='${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed ||
            echo "$package"
    done
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif [ -t 0 ]; then
        sudo "$@"
    else
        sudo -n "$@" # nobody is there to type a password
    fi
}

main() {
    local list=no packages missing
    case ${1-} in
    -h | --help) usage && return ;;
    --list) list=yes && shift ;;
    esac
    [ $# -gt 0 ] || { usage >&2 && return 2; }
    packages=$(for group in "$@"; do packages_of "$group" || exit; done) || return 2
    packages=$(tr ' ' '\n' <<<"$packages" | sort -u)
    if [ $list = yes ]; then
        echo "$packages"
        return
    fi
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        echo "install-deps.sh: no apt-get here; install what corresponds to these Debian packages:" \
            "$(tr '\n' ' ' <<<"$packages")" >&2
        return 1
    fi
    # shellcheck disable=SC2086 # names of packages hold no blanks
    missing=$(missing_of $packages)
    [ -n "$missing" ] || return 0
    echo "install-deps.sh: installing $(tr '\n' ' ' <<<"$missing")"
    if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null; then
        echo "install-deps.sh: neither root nor sudo; as root: apt-get install" \
            "$(tr '\n' ' ' <<<"$missing")" >&2
        return 1
    fi
    local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=600
        -o Acquire::Retries=3)
    # A list that cannot be fetched (of another origin, say) matters only if a package is missing.
    as_root "${apt[@]}" update </dev/null || echo "install-deps.sh: apt-get update failed" >&2
    # shellcheck disable=SC2086
    as_root "${apt[@]}" install -y --no-install-recommends $missing </dev/null >/dev/null || {
        echo "install-deps.sh: apt-get could not install $(tr '\n' ' ' <<<"$missing")" >&2
        return 1
    }
}

main "$@"
