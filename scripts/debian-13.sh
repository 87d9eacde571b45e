#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds everything with Debian 13's compiler and libraries, in a folder that debootstrap makes, and
# runs the fast tests there. Ends with 77 where that cannot be done, and says why.
# shellcheck source-path=SCRIPTDIR
source "$(dirname "$0")/lib.sh"

folder=${JIPU_DEBIAN_13:-/var/cache/jipu/debian-13}

cannot() {
    echo "skipped: $1"
    exit "$not_run"
}

# From where this machine gets its own packages.
archive() {
    local codename
    codename=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
    # shellcheck disable=SC2016 # the names are apt's
    apt-get indextargets --format '$(CODENAME) $(REPO_URI)' 'Created-By: Packages' 2>/dev/null |
        awk -v codename="$codename" '$1 == codename {print $2; exit}'
}

make_folder() {
    bash "$root/scripts/install-deps.sh" chroot
    local from
    from=$(archive)
    [ -n "$from" ] || cannot "apt names no archive of Debian here"
    # Whole or not at all: an interrupted run leaves no folder that looks ready.
    rm -rf "$folder.part"
    mkdir -p "$folder.part"
    debootstrap --variant=minbase trixie "$folder.part" "$from" >"$folder.log" 2>&1 || {
        tail -n 5 "$folder.log"
        rm -rf "$folder.part"
        cannot "debootstrap failed"
    }
    mv "$folder.part" "$folder"
}

inside() { # inside COMMAND: in the folder, with the tree at /src and nothing of this machine's
    # shellcheck disable=SC2016 # the inner shell expands
    unshare --mount --propagation private bash -c '
        set -e
        folder=$1 tree=$2 && shift 2
        mkdir -p "$folder/src"
        mount --bind "$tree" "$folder/src"
        mount --rbind /dev "$folder/dev"
        mount -t proc proc "$folder/proc"
        exec chroot "$folder" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin:/usr/games HOME=/root \
            LC_ALL=C.UTF-8 CCACHE_DIR=/var/cache/ccache bash -c "$1"' _ "$folder" "$root" "$1" \
        </dev/null
}

main() {
    [ "$(id -u)" -eq 0 ] || cannot "only root can make and enter another Debian"
    unshare --mount true 2>/dev/null || cannot "mount namespaces are not to be had here"
    mkdir -p "$(dirname "$folder")"
    [ -d "$folder" ] || make_folder
    inside 'bash /src/scripts/install-deps.sh build unit'
    inside "set -eo pipefail
        mkdir -p /var/tmp/build
        cmake -S /src -B /var/tmp/build -G Ninja -DCMAKE_BUILD_TYPE=Release \
            -DCMAKE_CXX_FLAGS_RELEASE='-O2 -DNDEBUG' -DCMAKE_CXX_COMPILER_LAUNCHER=ccache \
            -DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld >/var/tmp/cmake.log 2>&1 || {
            tail -n 30 /var/tmp/cmake.log; exit 1; }
        ninja -C /var/tmp/build -j $(compilers) >/var/tmp/build.log 2>&1 || {
            grep -A 30 '^FAILED' /var/tmp/build.log | head -n 100; exit 1; }
        g++ --version | head -n 1
        ctest --test-dir /var/tmp/build --no-tests=error --output-on-failure -j $(compilers) \
            -LE 'full|plain' -E 'campaign|e2e_jipud|page|lint_house' 2>&1 |
            grep -vE 'Start +[0-9]+:|tests passed, [0-9]+ tests? failed'"
}

main "$@"
