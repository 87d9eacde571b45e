#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing, builds and runs the tests. The last line counts: `N passed, N failed`.
# shellcheck source-path=SCRIPTDIR
source "$(dirname "$0")/lib.sh"

usage() {
    cat <<'END'
usage: test.sh [OPTION]...
  (none)          build the release preset and run every test but those of minutes
  --full          also: whole campaigns, long counts, a simulated day, 100,000 plugs, all
                  sanitizers, ten minutes of fuzzing, Debian packages, Debian 13, a real
                  kernel's GPIO, machines that have the packages installed, arm64
  --asan          only: the tests under AddressSanitizer and UndefinedBehaviorSanitizer
  --tsan          only: the tests of rooms with threads under ThreadSanitizer
  --fuzz SECONDS  only: each fuzz target for so long, from the seeds in tests/fuzz/seeds
Options that say `only` can be joined. Builds are in build/<preset>; JIPU_BUILD names another folder.
END
}

# Left out under sanitizers: tests of minutes, and tests that measure (label `plain`).
slow='full|plain'

# Rooms with threads or signals; the others are pure and see one thread.
threaded=(tests/e2e/jipud tests/unit/hal/gpiod tests/unit/hal/serial tests/unit/hal/link
    tests/unit/daemon/recording tests/unit/daemon/publishing tests/unit/daemon/results tests/unit/daemon/app)

release() {
    step "build: release" build release
    [ "$status" -eq 0 ] || return 0
    run_ctest release "$builds/release" -LE full
}

# run_folders PRESET FOLDER...: builds and runs the tests of these folders and of those below.
run_folders() {
    local preset=$1 dir=$builds/$1 folder found=() programs=()
    shift
    for folder in "$@"; do
        [[ $folder == tests/e2e* ]] && programs=(jipud jipu jipu-results)
        while read -r file; do
            found+=("$(dirname "${file#"$root/"}")")
        done < <(find "$root/$folder" -name CMakeLists.txt)
    done
    step "build: $preset" build "$preset" "${programs[@]}" "${found[@]/%//all}"
    [ "$status" -eq 0 ] || return 0
    mkdir -p "$dir/chosen"
    printf 'subdirs("%s")\n' "${found[@]/#/$dir/}" >"$dir/chosen/CTestTestfile.cmake"
    run_ctest "$preset" "$dir/chosen" -LE "$slow"
}

# JIPU_ASAN, JIPU_TSAN: the folders of tests, where not all are wanted.
asan() {
    export ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1
    export UBSAN_OPTIONS=print_stacktrace=1
    if [ -n "${JIPU_ASAN-}" ]; then
        # shellcheck disable=SC2086 # a list
        run_folders asan $JIPU_ASAN
        return
    fi
    step "build: asan" build asan
    [ "$status" -eq 0 ] || return 0
    run_ctest asan "$builds/asan" -LE "$slow"
}

tsan() {
    export TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1
    # shellcheck disable=SC2086 # a list
    run_folders tsan ${JIPU_TSAN:-${threaded[*]}}
}

fuzz_one() {
    local name=$1 seconds=$2 dir=$builds/fuzz
    local log=$dir/$name.fuzz.log program
    program=$(find "$dir/tests/fuzz" -name "fuzz_$name" -type f)
    mkdir -p "$dir/corpus/$name"
    local seeds=$root/tests/fuzz/seeds/$name
    # JIPU_FUZZ_SEED: the same inputs in the same order; 0: others each time.
    if ! "$program" -seed="${JIPU_FUZZ_SEED:-0}" -max_total_time="$seconds" -timeout=10 \
        -rss_limit_mb=2048 \
        -print_final_stats=1 -artifact_prefix="$dir/found-$name-" "$dir/corpus/$name" "$seeds" \
        </dev/null >"$log" 2>&1; then
        tail -n 60 "$log"
        return 1
    fi
    sed -n 's/^stat::number_of_executed_units: */runs: /p' "$log"
}

fuzz() {
    local seconds=$1 folder names=() name targets=()
    for folder in "$root"/tests/fuzz/*/CMakeLists.txt; do
        name=$(basename "$(dirname "$folder")")
        [[ " ${JIPU_FUZZ_ONLY:-$name} " == *" $name "* ]] || continue
        names+=("$name")
        targets+=("fuzz_$name")
    done
    step "build: fuzz" build fuzz "${targets[@]}"
    [ "$status" -eq 0 ] || return 0
    for name in "${names[@]}"; do
        step "fuzz: $name, $seconds s" fuzz_one "$name" "$seconds"
    done
}

full() {
    local bench=$builds/release/tests/bench
    [ -x "$bench/campaign/bench_campaign" ] || return 0 # the build failed, and was counted
    JIPU_FULL=1 run_ctest full "$builds/release" -L full
    step "campaign: all games, both sensors" "$bench/campaign/bench_campaign"
    step "campaign: hands that err" "$bench/campaign/bench_campaign" --erring 12
    step "campaign: illegal moves that stand" "$bench/campaign/bench_campaign" \
        --games "$root/tests/data/games/wrong/standing.iccs"
    step "perft against another engine" "$bench/perft/bench_perft"
    asan
    tsan
    fuzz 600
    counted bash "$root/scripts/package.sh" --try
    counted bash "$root/scripts/package.sh" --debian-13
    counted bash "$root/scripts/debian-13.sh"
    counted bash "$root/scripts/hardware.sh"
    counted bash "$root/scripts/guest.sh"
    counted bash "$root/scripts/guest.sh" --debian-12
    JIPU_FULL=1 counted bash "$root/scripts/arm64.sh"
    counted bash "$root/scripts/package.sh" --arm64 --debian-12
    counted bash "$root/scripts/guest.sh" --arm64
}

main() {
    local todo=() seconds=60
    while [ $# -gt 0 ]; do
        case $1 in
        -h | --help) usage && return ;;
        --full | --asan | --tsan) todo+=("${1#--}") ;;
        --fuzz)
            seconds=${2-}
            [[ $seconds =~ ^[1-9][0-9]*$ ]] || { usage >&2 && return 2; }
            todo+=(fuzz)
            shift
            ;;
        *)
            echo "test.sh: what is '$1'?" >&2
            usage >&2
            return 2
            ;;
        esac
        shift
    done
    local groups=(build test)
    [[ " ${todo[*]-} " =~ " full "|" fuzz " ]] && groups+=(fuzz)
    bash "$root/scripts/install-deps.sh" "${groups[@]}"
    local what
    for what in "${todo[@]-release}"; do
        case $what in
        release) release ;;
        full) release && full ;;
        asan) asan ;;
        tsan) tsan ;;
        fuzz) fuzz "$seconds" ;;
        esac
    done
    closing_line
}

main "$@"
