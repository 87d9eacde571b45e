# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# Debian 13, or another suite, in a folder, for the scripts that build and test in it. Such a script calls itself there
# and hands on what was counted.
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

folder=/var/cache/jipu/debian-13
suite=trixie
# shellcheck disable=SC2034 # for the scripts
processor=amd64 # as Debian names it; arm64: what is built and emulated is an arm64's

# choose OPTION...: what --debian-12 and --arm64 change in these; others are no business of it.
choose() {
    [[ " $* " != *" --debian-12 "* ]] || suite=bookworm folder=${folder%13}12
    # shellcheck disable=SC2034 # as above
    # A folder of its own: not every library can be there for two processors.
    [[ " $* " != *" --arm64 "* ]] || processor=arm64 folder=$folder-arm64
}

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
    bash "$root/scripts/install-deps.sh" chroot || cannot "debootstrap cannot be had here"
    local from
    from=$(archive)
    [ -n "$from" ] || cannot "apt names no archive of Debian here"
    rm -rf --one-file-system "$folder"
    mkdir -p "$folder"
    debootstrap --variant=minbase "$suite" "$folder" "$from" >"$folder.log" 2>&1 || {
        tail -n 5 "$folder.log"
        cannot "debootstrap failed"
    }
}

# enter SCRIPT [ARGUMENT]: makes the folder where there is none yet, keeps it for this script alone,
# and has `SCRIPT packages` and `SCRIPT inside` run there, each with the argument. The numbers of the
# latter are ours.
enter() {
    [ "$(id -u)" -eq 0 ] || cannot "only root can make and enter another Debian"
    unshare --mount --pid --fork true 2>/dev/null ||
        cannot "namespaces of mounts and processes are not to be had here"
    mkdir -p "$(dirname "$folder")"
    exec {lock}>"$folder.lock"
    flock -n "$lock" || cannot "another script is in $folder"
    # What an interrupted run left is made anew.
    [ -e "$folder.ready" ] || make_folder
    rm -f "$folder.ready"
    inside bash "/src/scripts/$1" packages "${@:2}" || cannot "its packages cannot be had here"
    touch "$folder.ready"
    # Another tree's objects would look newer than this tree's files; ccache keeps what is the same.
    rm -rf "$folder/var/tmp/jipu"
    TMPDIR=$folder/var/tmp counted inside bash "/src/scripts/$1" inside "${@:2}"
    closing_line
}

# inside COMMAND...: in the folder, with the tree at /src, to be read only, and nothing else of this
# machine's. What it started ends with it.
inside() {
    # shellcheck disable=SC2016 # the inner shell expands
    unshare --mount --propagation private --pid --fork --kill-child bash -c '
        set -e
        folder=$1 tree=$2 && shift 2
        mount --bind "$folder" "$folder" # a root with mounts of its own to make below
        mkdir -p "$folder/src"
        mount --bind "$tree" "$folder/src"
        mount -o remount,bind,ro "$folder/src"
        mount --rbind /dev "$folder/dev"
        mount -t proc proc "$folder/proc"
        exec chroot "$folder" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin:/usr/games HOME=/root \
            LC_ALL=C.UTF-8 CCACHE_DIR=/var/cache/ccache JIPU_BUILD=/var/tmp/jipu "$@"' \
        _ "$folder" "$root" ${JIPU_TALLY:+"JIPU_TALLY=${JIPU_TALLY#"$folder"}"} \
        ${JIPU_FULL:+"JIPU_FULL=$JIPU_FULL"} "$@" \
        </dev/null {lock}>&-
}
