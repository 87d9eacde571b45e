# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# What the scripts share that boot an emulated machine: Debian's own kernel, our module for it, and
# a first file system. Sourced inside of the folder of debian-13.sh.
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/debian.sh"

# The newest one whose headers are here.
kernel() {
    local headers=(/usr/src/linux-headers-*-"$processor")
    echo "${headers[-1]#/usr/src/linux-headers-}"
}

# build_module FOLDER: boardsim.ko, in there.
build_module() {
    local cross=()
    [ "$processor" = amd64 ] || cross=("ARCH=$processor" CROSS_COMPILE=aarch64-linux-gnu-)
    mkdir -p "$1"
    cp "$root/tests/hardware/boardsim/"* "$1"
    make -s -C "/usr/src/linux-headers-$(kernel)" M="$1" "${cross[@]}" modules
}

fetch() { apt-get -qq -o APT::Sandbox::User=root -o Acquire::Retries=3 download "$@"; }

# get_kernel: the arm64's kernel and its headers, which cannot be installed here: they are unpacked
# to where they would be, and its busybox to /opt/arm64.
get_kernel() {
    local image release common from
    image=$(apt-cache depends linux-image-arm64:arm64 |
        sed -n 's/.*Depends: \(linux-image-[^:]*\).*/\1/p')
    release=${image#linux-image-}
    common=${release%-arm64}
    [ ! -e "/boot/vmlinuz-$release" ] || return 0
    apt-get -qq install -y --no-install-recommends "linux-kbuild-$common" </dev/null >/dev/null
    from=$(mktemp -d)
    (cd "$from" && fetch "$image:arm64" "linux-headers-$release:arm64" \
        "linux-headers-$common-common" busybox-static:arm64)
    dpkg -x "$from"/busybox-static_*.deb /opt/arm64
    dpkg -x "$from"/linux-headers-*-arm64_*.deb /
    dpkg -x "$from"/linux-headers-*-common_*.deb /
    # The image last: it tells that all is there.
    dpkg -x "$from"/linux-image-*.deb /
    rm -rf "$from"
    depmod "$release"
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

# busybox: a static one, which runs in the machine.
busybox() { if [ "$processor" = amd64 ]; then echo /bin/busybox; else echo /opt/arm64/usr/bin/busybox; fi; }

# pack_first FOLDER TO: what the kernel unpacks into memory, and the kernel itself, into TO.
pack_first() {
    cp "/boot/vmlinuz-$(kernel)" "$2/vmlinuz"
    (cd "$1" && find . | cpio --quiet -o -H newc) | gzip -1 >"$2/initrd"
}
