#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the Debian packages, for the Debian and the processor it runs on or for others, and tries
# them.
# shellcheck source-path=SCRIPTDIR
source "$(dirname "$0")/debian.sh"

usage() {
    cat <<'END'
usage: package.sh [--try | --debian-13 | --arm64 [--debian-12]]
  (nothing)    builds jipu and jipu-results into build/packages, and runs lintian
  --try        the same; then installs, upgrades, removes and purges them in a Debian that is made for
               it (as root)
  --debian-13  builds and tries them in Debian 13 (as root), and copies them to build/packages
  --arm64      builds them for arm64, with the cross compiler of Debian 13 or 12 (as root, on amd64),
               runs lintian, and copies them to build/packages; guest.sh --arm64 tries them
END
}

packages=$builds/packages
tree=$packages/tree

# of_release FIELD: of the Debian this runs on.
of_release() { sed -n "s/^$1=\"\?\([^\"]*\)\"\?$/\1/p" /etc/os-release; }

# dpkg-buildpackage writes into its tree and beside it: a copy is built. The version tells for which
# Debian, so that the next Debian's package is the higher one.
copy_tree() {
    rm -rf "$packages"
    mkdir -p "$tree"
    (cd "$root" && tar -c --exclude=./build --exclude=./build-'*' --exclude=./.git .) |
        tar -x -C "$tree"
    cd "$tree"
    local version
    version=$(dpkg-parsechangelog -S Version)
    grep -q "^project(jipu VERSION $version " CMakeLists.txt || {
        echo "debian/changelog says $version, CMakeLists.txt another version"
        return 1
    }
    sed -i "1s/($version)/($version+deb$(of_release VERSION_ID))/" debian/changelog
}

# Libraries are named twice, for dpkg and for the scripts.
same_libraries() {
    local missing
    missing=$(comm -23 <(bash "$root/scripts/install-deps.sh" --list build | grep '^lib.*-dev$' | sort) \
        <(sed -n '/^Build-Depends/,/^$/p' "$root/debian/control" | grep -oE 'lib[a-z0-9.+-]+-dev' | sort))
    [ -z "$missing" ] || { echo "debian/control does not name" "$missing" && return 1; }
}

# What has been installed by inside_packages is there.
build_packages() {
    same_libraries
    local cross=()
    if [ "$processor" = arm64 ]; then
        cross=(-aarm64 '-Pcross,nocheck')
    else
        bash "$root/scripts/install-deps.sh" build package
    fi
    copy_tree
    local log=$packages/build.log cores
    cores=$(compilers)
    export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
    # debhelper gives the build a home of its own.
    CCACHE_DIR=${CCACHE_DIR:-$(ccache -k cache_dir)} CCACHE_BASEDIR=$tree \
        DEB_BUILD_OPTIONS="parallel=$cores" dpkg-buildpackage "${cross[@]}" -b -uc -us >"$log" 2>&1 || {
        grep -A 30 '^FAILED' "$log" | head -n 60 || true
        tail -n 30 "$log"
        return 1
    }
    (cd "$packages" && ls -- *.deb)
}

check_packages() { lintian --allow-root --fail-on error "$packages"/*.changes; }

# In the other Debian -----------------------------------------------------------------------------

apt() {
    DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends \
        -o Dpkg::Options::=--force-confdef -o Dpkg::Options::=--force-confold "$@" </dev/null
}

must() {
    "$@" || {
        echo "does not hold: $*" >&2
        return 1
    }
}

must_not() {
    ! "$@" || {
        echo "holds, and must not: $*" >&2
        return 1
    }
}

# What a run that was broken off has left.
clean() {
    apt purge jipu jipu-results >/dev/null 2>&1 || true
    userdel jipu 2>/dev/null || true
    rm -rf /etc/jipu /var/lib/jipu /var/lib/jipu-results
}

# higher DEB: the same package with a higher version and another configuration, in $next.
higher() {
    local to=$next/content
    rm -rf "$to"
    dpkg-deb -R "$1" "$to"
    sed -i 's/^Version: .*/&.1/' "$to/DEBIAN/control"
    echo '# A later version says more.' | tee -a "$to"/etc/jipu/*.toml >/dev/null
    dpkg-deb --root-owner-group -b "$to" "$next" >/dev/null
    rm -rf "$to"
}

version_of() { dpkg-query -W -f '${Version}' "$1"; }

try_install() {
    clean
    apt install "$debs"/jipu_*.deb "$debs"/jipu-results_*.deb >/dev/null
    must getent passwd jipu >/dev/null
    for group in gpio dialout spi; do must getent group $group >/dev/null; done
    must [ "$(stat -c '%a %U %G' /etc/jipu)" = "750 root jipu" ]
    must [ "$(stat -c '%a %U %G' /var/lib/jipu)" = "750 jipu jipu" ]
    must [ "$(jipud --check)" = "/etc/jipu/jipud.toml: ok" ]
    must jipu check-config /etc/jipu/jipud.toml
    must jipu-results --version
    must [ "$(jipu perft 2 | tail -n 1)" = 1920 ]
    for unit in jipud.service jipud@.service jipu-results.service; do
        must systemd-analyze verify --man=no "$unit"
        must_not [ -e "/etc/systemd/system/multi-user.target.wants/$unit" ]
    done
    must [ "$(dpkg -L jipu | grep -c 'udev/rules.d/60-jipu.rules$')" -eq 1 ]
    for page in man1/jipu.1 man5/jipud.toml.5 man7/jipu-commands.7 man8/jipud.8 man8/jipu-results.8; do
        must [ -e "/usr/share/man/$page.gz" ]
    done
    must dpkg --verify jipu jipu-results
}

# A configuration that was changed stays; one that was not becomes the new one.
try_upgrade() {
    local before
    before=$(version_of jipu)
    sed -i 's/^#name = "table-1"/name = "hall-7"/' /etc/jipu/jipud.toml
    touch /var/lib/jipu/hall-7.journal
    next=$(mktemp -d)
    higher "$debs"/jipu_*.deb
    higher "$debs"/jipu-results_*.deb
    apt install "$next"/*.deb >/dev/null
    rm -rf "$next"
    must dpkg --compare-versions "$(version_of jipu)" gt "$before"
    must grep -q '^name = "hall-7"' /etc/jipu/jipud.toml
    must_not grep -q 'later version' /etc/jipu/jipud.toml
    must grep -q 'later version' /etc/jipu/jipud.toml.dpkg-dist
    must grep -q 'later version' /etc/jipu/jipu-results.toml
    must [ -e /var/lib/jipu/hall-7.journal ]
    must [ "$(stat -c '%a %U %G' /etc/jipu)" = "750 root jipu" ]
    must [ "$(jipud --check)" = "/etc/jipu/jipud.toml: ok" ]
}

try_remove() {
    apt remove jipu jipu-results >/dev/null
    must grep -q '^name = "hall-7"' /etc/jipu/jipud.toml
    must [ -e /var/lib/jipu/hall-7.journal ]
    for file in /usr/bin/jipu /usr/bin/jipud /usr/bin/jipu-results; do must_not [ -e $file ]; done
    must_not [ -e /lib/systemd/system/jipud.service ]
}

try_purge() {
    apt purge jipu jipu-results >/dev/null
    local left
    left=$(find /etc /run /usr /var/lib -xdev -name '*jipu*')
    must [ -z "$left" ] || { echo "$left" && return 1; }
}

try_packages() {
    step "install" try_install
    [ "$status" -eq 0 ] || return 0
    step "upgrade" try_upgrade
    step "remove" try_remove
    step "purge" try_purge
}

inside_packages() {
    if [ "$processor" = arm64 ]; then
        dpkg --add-architecture arm64
        bash "$root/scripts/install-deps.sh" cross package
        return
    fi
    # What the packages only recommend, and what is asked whether they hold.
    apt-get -qq update </dev/null
    apt install systemd udev >/dev/null
    [ "$1" = try ] || bash "$root/scripts/install-deps.sh" build package
}

build_and_check() {
    step "packages: build for $processor" build_packages
    [ "$failed" -gt 0 ] || step "packages: lintian" check_packages
}

choose "$@"
case ${1-} in
-h | --help) usage && exit ;;
packages) inside_packages "$2" && exit ;;
inside)
    debs=/src/build/packages
    if [ "$2" != try ]; then
        debs=$packages
        build_and_check
    fi
    # Programs of another processor do not run here.
    [ "$failed" -gt 0 ] || [ "$processor" = arm64 ] || try_packages
    ;;
--debian-13 | --arm64)
    [ "$processor" = amd64 ] || [ "$(uname -m)" = x86_64 ] || cannot "it is built on an amd64"
    enter package.sh "$@" || exit
    mkdir -p "$packages"
    cp "$folder"/var/tmp/jipu/packages/*.deb "$packages"
    exit
    ;;
"" | --try)
    build_and_check
    if [ "${1-}" = --try ] && [ "$failed" -eq 0 ]; then
        # By itself: that it cannot be tried here is no word on the packages.
        counted bash "$0" try
    fi
    ;;
try)
    suite=$(of_release VERSION_CODENAME)
    folder=/var/cache/jipu/try-$suite
    [ "$packages" = "$root/build/packages" ] || cannot "the packages are outside of the tree"
    enter package.sh try
    exit
    ;;
*) usage >&2 && exit 2 ;;
esac
closing_line
