# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# An arm64's Debian, made where no program of an arm64 runs: debootstrap unpacks it here, and an
# emulated machine makes it whole and hands it back; and a Raspberry Pi 3. Part of guest.sh.
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/machine.sh"

depends_of() { dpkg-deb -f "$1" Depends; }

# names_of DEB: the packages it depends on, separated by commas; where it names what others provide,
# one of those.
names_of() {
    local name
    depends_of "$1" | tr ',' '\n' | sed 's/[(|].*//; s/ //g' | while read -r name; do
        # Of what is only provided it shows nothing.
        [ -n "$(apt-cache show "$name:arm64" 2>/dev/null)" ] ||
            name=$(apt-cache showpkg "$name" | awk '/^Reverse Provides/ {getline; print $1; exit}')
        echo "$name"
    done | sort -u | paste -sd ,
}

# make_arm64_files FOLDER ARCHIVE DEB: into FOLDER/files, with what the package depends on.
make_arm64_files() {
    local base=$1
    debootstrap --foreign --arch=arm64 --variant=minbase \
        --include="dbus,kmod,strace,systemd,systemd-sysv,udev,$(names_of "$3")" \
        "$suite" "$base/files" "$2" >"$base/log" 2>&1 || {
        tail -n 5 "$base/log"
        echo "skipped: debootstrap failed" && return "$not_run"
    }
    install -m 755 "$root/tests/hardware/guest/second-stage" "$base/files/second-stage"
    # An emulated processor is slow at what nobody will read, and at keeping safe what is copied back.
    mkdir -p "$base/files/etc/dpkg/dpkg.cfg.d"
    printf '%s\n' force-unsafe-io path-exclude=/usr/share/{doc,locale,man}/\* \
        >"$base/files/etc/dpkg/dpkg.cfg.d/quick"
    truncate -s 2G "$base/disk" "$base/back.tar"
    mke2fs -q -t ext4 -O ^has_journal -E lazy_itable_init=1,root_owner=0:0 -d "$base/files" "$base/disk"
    rm -rf "$base/files"
    pack_initrd "$base"
    make_whole "$base" || {
        tail -n 20 "$base/log"
        return 1
    }
    mkdir "$base/files"
    tar -C "$base/files" --numeric-owner -xf "$base/back.tar"
    rm "$base/disk" "$base/back.tar"
}

# make_whole FOLDER: the disk is thrown away afterwards: nothing need be safe on it. A machine that does not come to its
# last line has failed.
make_whole() {
    local base=$1
    timeout -k 5 1500 qemu-system-aarch64 -M virt -cpu cortex-a53 -accel tcg,thread=multi -smp 2 \
        -m 1024 -nodefaults -no-user-config -display none -no-reboot -kernel "$base/vmlinuz" \
        -initrd "$base/initrd" -append "console=ttyAMA0 quiet panic=-1" -serial stdio \
        -drive "file=$base/disk,format=raw,if=virtio,cache=unsafe" \
        -drive "file=$base/back.tar,format=raw,if=virtio,cache=unsafe" \
        </dev/null >>"$base/log" 2>&1 && grep -q '^it is whole' "$base/log"
}

# pack_raspberry FOLDER DEB: what a Raspberry Pi 3 starts into FOLDER, with the package's programs.
pack_raspberry() {
    local to=$1/first here=$root/tests/hardware/raspberry wiring=etc/jipu/table-1.wiring.toml program
    rm -rf "$1" && mkdir -p "$to"/{bin,dev,etc/jipu,proc,sys,usr/bin}
    cp "$(busybox)" "$to/bin"
    dpkg-deb -x "$2" "$1/programs"
    for program in jipu jipud; do
        cp "$1/programs/usr/bin/$program" "$to/usr/bin"
        qemu-aarch64 -L / /lib/ld-linux-aarch64.so.1 --list "$1/programs/usr/bin/$program"
    done | grep -oE '/[^ ]+' | sort -u | while read -r library; do
        install -D "$library" "$to/$library"
    done
    install -m 755 "$here/init" "$to/init"
    cp "$here/jipud.toml" "$to/etc/jipu"
    sed 's/pinctrl-bcm2711/pinctrl-bcm2835/' "$root/config/boards/reed-matrix.toml" >"$to/$wiring"
    pack_first "$to" "$1"
    # The Bluetooth chip of a Pi 3 has its serial port, unless the device tree is told otherwise: as
    # dtoverlay=disable-bt does.
    cp "/usr/lib/linux-image-$(kernel)/broadcom/bcm2837-rpi-3-b.dtb" "$1/device-tree"
    fdtput -r "$1/device-tree" /soc/serial@7e201000/bluetooth
}

# smoke_raspberry FOLDER
smoke_raspberry() {
    counted timeout -k 5 900 python3 -B "$root/tests/hardware/raspberry/smoke.py" --machine "$1"
}
