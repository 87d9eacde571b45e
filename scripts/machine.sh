# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# What the scripts share that boot an emulated machine: Debian's own kernel, our module for it, and
# a first file system. Sourced inside of the folder of debian-13.sh.
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/debian.sh"

# The newest one whose headers are here.
kernel() {
    local headers=(/usr/src/linux-headers-*-amd64)
    echo "${headers[-1]#/usr/src/linux-headers-}"
}

# build_module FOLDER: boardsim.ko, in there.
build_module() {
    mkdir -p "$1"
    cp "$root/tests/hardware/boardsim/"* "$1"
    make -s -C "/usr/src/linux-headers-$(kernel)" M="$1" modules
}

# modules_of NAME...: their files, each after those it needs.
modules_of() {
    local name
    for name in "$@"; do
        modprobe --set-version "$(kernel)" --show-depends "$name"
    done | awk '/^insmod/ && !seen[$2]++ {print $2}'
}

# put_modules FOLDER NAME...: into the folder, uncompressed: the emulated processor is slow at that.
# Says their paths there, each after those it needs.
put_modules() {
    local to=$1 file plain
    shift
    modules_of "$@" | while read -r file; do
        plain=lib/modules/${file#*/lib/modules/}
        plain=${plain%.xz}
        mkdir -p "$to/$(dirname "$plain")"
        case $file in
        *.xz) xz -dc "$file" >"$to/$plain" ;;
        *) cp "$file" "$to/$plain" ;;
        esac
        echo "$plain"
    done
}

# pack_first FOLDER TO: what the kernel unpacks into memory, and the kernel itself, into TO.
pack_first() {
    cp "/boot/vmlinuz-$(kernel)" "$2/vmlinuz"
    (cd "$1" && find . | cpio --quiet -o -H newc) | gzip -1 >"$2/initrd"
}
