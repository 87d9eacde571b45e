#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the GPIO drivers against a real kernel: Debian 13's own, in an emulated machine, whose gpiochip
# is tests/hardware/boardsim. Builds in the folder of debian-13.sh. Ends with 77 where that cannot be
# done, and says why.
# shellcheck source-path=SCRIPTDIR
source "$(dirname "$0")/machine.sh"

guest=$builds/guest
longest=300 # seconds from the start of the emulator to its end

# The test, what it loads, the module, and a shell that starts them.
pack_guest() {
    local files=$guest/files program=$builds/release/tests/hardware/test_hardware library
    mkdir -p "$files"/{bin,proc,sys,dev,tmp}
    cp /bin/busybox "$files/bin"
    cp "$program" "$guest/module/boardsim.ko" "$files"
    ldd "$program" | grep -oE '/[^ ]+' | while read -r library; do
        install -D "$library" "$files/$library"
    done
    cat >"$files/init" <<'END'
#!/bin/busybox sh
/bin/busybox --install -s /bin
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t debugfs debugfs /sys/kernel/debug
mount -t devtmpfs devtmpfs /dev
insmod /boardsim.ko && /test_hardware
echo "the guest ended with $?"
poweroff -f
END
    chmod +x "$files/init"
    pack_first "$files" "$guest"
}

# A guest that does not come to its last line has failed, whatever it said before.
run_guest() {
    local log=$guest/console.log
    timeout -k 5 "$longest" qemu-system-x86_64 -accel tcg,thread=multi -cpu qemu64 -smp 2 -m 512 \
        -nodefaults -no-user-config -display none -serial stdio -no-reboot -kernel "$guest/vmlinuz" \
        -initrd "$guest/initrd" -append "console=ttyS0 quiet panic=-1" </dev/null 2>&1 |
        sed 's/\r//; s/\x1b\[[0-9;]*[a-zA-Z]//g' | tee "$log"
    grep -qx 'the guest ended with 0' "$log"
}

run_all() {
    rm -rf "$guest"
    step "hardware: boardsim" build_module "$guest/module"
    [ "$status" -eq 0 ] || return 0
    step "hardware: build" build release test_hardware
    [ "$status" -eq 0 ] || return 0
    step "hardware: pack" pack_guest
    [ "$status" -eq 0 ] || return 0
    step "hardware: the drivers on Debian 13's kernel" run_guest
}

case ${1-} in
packages) bash "$root/scripts/install-deps.sh" build unit hardware ;;
inside)
    run_all
    closing_line
    ;;
*)
    [ "$(uname -m)" = x86_64 ] || cannot "the emulated machine is an amd64"
    enter hardware.sh
    ;;
esac
