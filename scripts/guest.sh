#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The Debian packages at work: Debian under systemd and its own kernel in an emulated machine, whose
# board is tests/hardware/boardsim and whose clock is on a USB serial port. Plays games there from
# magnets and clock to a results service outside. Builds in the folder of debian-13.sh or in one of
# Debian 12. Ends with 77 where that cannot be done, and says why.
# shellcheck source-path=SCRIPTDIR
source "$(dirname "$0")/guest-arm64.sh"

usage() {
    cat <<'END'
usage: guest.sh [--debian-12 | --arm64]
  (nothing)    with Debian 13, its kernel and its libraries (libgpiod 2)
  --debian-12  with Debian 12 (libgpiod 1)
  --arm64      with Debian 13 for arm64 in an emulated arm64; and its programs in an emulated
               Raspberry Pi 3
END
}

guest=$builds/guest
files=$guest/files         # the guest's disk
base=/var/cache/jipu-guest # its Debian, without jipu's packages; kept
packages=$builds/packages
here=$root/tests/hardware/guest

# A small Debian with what the packages depend on, which takes longest and changes least.
make_base() {
    local from deb=("$packages"/jipu_*.deb)
    [ "$(cat "$base/depends" 2>/dev/null)" = "$(depends_of "${deb[0]}")" ] && return
    from=$(archive)
    [ -n "$from" ] || { echo "skipped: apt names no archive of Debian here" && return "$not_run"; }
    rm -rf "$base" && mkdir -p "$base"
    if [ "$processor" = arm64 ]; then
        make_arm64_files "$base" "$from" "${deb[0]}"
        depends_of "${deb[0]}" >"$base/depends"
        return
    fi
    debootstrap --variant=minbase --include=dbus,kmod,procps,strace,systemd,systemd-sysv,udev \
        "$suite" "$base/files" "$from" >"$base/log" 2>&1 || {
        tail -n 5 "$base/log"
        echo "skipped: debootstrap failed" && return "$not_run"
    }
    cp "${deb[0]}" "$base/files/jipu.deb"
    chroot "$base/files" sh -c 'set -e
        export DEBIAN_FRONTEND=noninteractive
        apt-get -qq update && apt-get -qq install -y --no-install-recommends ./jipu.deb
        apt-get -qq purge -y jipu && apt-get clean
        rm -rf jipu.deb /var/lib/apt/lists/* /usr/share/doc/* /usr/share/locale/* /usr/share/man/*
        rm -f /etc/udev/hwdb.bin /usr/lib/udev/hwdb.bin' </dev/null >>"$base/log" 2>&1 || {
        tail -n 5 "$base/log"
        echo "skipped: what the packages depend on cannot be had here" && return "$not_run"
    }
    depends_of "${deb[0]}" >"$base/depends"
}

# What starts at every boot and is nobody's business here.
useless=(apt-daily.timer apt-daily-upgrade.timer console-getty.service dpkg-db-backup.timer
    e2scrub_all.timer e2scrub_reap.service fstrim.timer getty.target ldconfig.service
    serial-getty@ttyS0.service systemd-hwdb-update.service systemd-journal-catalog-update.service
    systemd-logind.service systemd-timesyncd.service systemd-update-done.service
    systemd-networkd-wait-online.service)

# As a user installs it, after which the test's own units come in. Another processor's programs do
# not run here: there play.py installs it in the machine.
fill_disk() {
    rm -rf "$files" "$guest/disk"
    mkdir -p "$guest"
    cp -a "$base/files" "$files"
    cp "$packages"/jipu_*.deb "$files/jipu.deb"
    if [ "$processor" = amd64 ]; then
        chroot "$files" dpkg -i /jipu.deb >"$guest/install.log" 2>&1 || {
            tail "$guest/install.log"
            return 1
        }
        rm "$files/jipu.deb"
    fi
    cp -r "$here/root/." "$files"
    systemctl -q --root="$files" mask "${useless[@]}"
    systemctl -q --root="$files" enable test-shell test-magnets systemd-networkd
    echo guest >"$files/etc/hostname"
    local release
    release=$(kernel)
    put_modules "$files" virtio_net xhci_pci usbserial ftdi_sio cdc_acm >/dev/null
    install -D -m 644 "$guest/module/boardsim.ko" "$files/lib/modules/$release/extra/boardsim.ko"
    cp "/lib/modules/$release"/modules.{order,builtin,builtin.modinfo} "$files/lib/modules/$release"
    depmod -b "$files" "$release"
    touch "$files/etc/.updated" "$files/var/.updated"
    truncate -s 1200M "$guest/disk"
    mke2fs -q -t ext4 -E lazy_itable_init=1,root_owner=0:0 -d "$files" "$guest/disk"
    rm -rf "$files"
}

# pack_initrd FOLDER: into it, with the kernel and the processor's name.
pack_initrd() {
    local to=$1/first
    rm -rf "$to" && mkdir -p "$to"/{bin,dev,new}
    cp "$(busybox)" "$to/bin"
    install -m 755 "$here/init" "$to/init"
    # Debian 12 has the last two as modules too.
    put_modules "$to" ext4 virtio_blk virtio_pci virtio_console >"$1/modules"
    mv "$1/modules" "$to"
    pack_first "$to" "$1"
    echo "$processor" >"$1/processor"
}

# The programs outside are those of the packages too, for another processor in an emulator.
unpack_programs() {
    local name emulator=
    rm -rf "$guest/outside"
    dpkg-deb -x "$packages"/jipu_*.deb "$guest/outside"
    dpkg-deb -x "$packages"/jipu-results_*.deb "$guest/outside"
    [ "$processor" = amd64 ] || emulator="qemu-aarch64 -L /"
    for name in jipu jipu-results; do
        echo "#!/bin/sh
exec $emulator $guest/outside/usr/bin/$name "'"$@"' >"$guest/outside/$name"
        chmod +x "$guest/outside/$name"
    done
}

pack_guest() {
    fill_disk
    pack_initrd "$guest"
    unpack_programs
}

# An emulated arm64 leaves out a scan in ten: of a whole game's presses one or two come before the
# piece then. The beginning of the game has both mistakes and the clock's cable.
play() {
    local some=()
    [ "$processor" = amd64 ] || some=(--plies 30)
    counted timeout -k 5 1500 python3 -B "$here/play.py" "${some[@]}" --machine "$guest" \
        --jipu "$guest/outside/jipu" --results "$guest/outside/jipu-results"
}

run_all() {
    # With lintian's word on them.
    if [ "$processor" = amd64 ]; then
        counted bash "$root/scripts/package.sh"
    else
        counted bash "$root/scripts/package.sh" inside --arm64
    fi
    [ "$failed" -eq 0 ] || return 0
    if [ "$processor" = arm64 ]; then
        step "raspberry: pack" pack_raspberry "$builds/raspberry" "$packages"/jipu_*.deb
        [ "$status" -ne 0 ] || smoke_raspberry "$builds/raspberry"
    fi
    step "guest: its Debian" make_base
    [ "$status" -eq 0 ] || return 0
    step "guest: boardsim" build_module "$guest/module"
    [ "$status" -eq 0 ] || return 0
    step "guest: disk" pack_guest
    [ "$status" -eq 0 ] || return 0
    play
}

get_packages() {
    if [ "$processor" = amd64 ]; then
        bash "$root/scripts/install-deps.sh" build package hardware chroot guest
    else
        dpkg --add-architecture arm64
        bash "$root/scripts/install-deps.sh" arm64 package chroot guest machine-arm64
        get_kernel
    fi
}

choose "$@"
case ${1-} in
-h | --help) usage ;;
packages) get_packages ;;
inside)
    run_all
    closing_line
    ;;
"" | --debian-12 | --arm64)
    [ "$(uname -m)" = x86_64 ] || cannot "the emulated machine is an amd64, or made on one"
    enter guest.sh "$@"
    ;;
*) usage >&2 && exit 2 ;;
esac
