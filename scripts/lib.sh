# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# Shared by the scripts: where things are, how a preset is built, and steps that are timed and
# counted. A script that sources it ends with `closing_line`.
set -euo pipefail
export LC_ALL=C.UTF-8

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
builds=${JIPU_BUILD:-$root/build} # a folder for each preset below
passed=0 failed=0 skipped=0
status=0 # of the last step
# A clone in another folder finds what was compiled here before.
export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1
not_run=77 # a step that ends with this status was skipped, and said why
# Where this script's numbers go when another counts them. It is no business of what runs below: a
# test that closes with a line of its own would write there too.
tally=${JIPU_TALLY-}
unset JIPU_TALLY

# So many compilers at a time as there are cores, and 1.5 GB of free memory, for each.
compilers() {
    local cores memory
    cores=$(nproc)
    memory=$(awk '/MemAvailable/ {print int($2 / 1500000)}' /proc/meminfo)
    [ "$memory" -ge 1 ] || memory=1
    echo $((cores < memory ? cores : memory))
}

# configure PRESET: into its folder, with ccache and lld where they are.
configure() {
    local preset=$1 log=$builds/$1.cmake.log more=()
    if command -v ccache >/dev/null; then
        more+=(-DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
    fi
    command -v ld.lld >/dev/null && more+=(-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld)
    mkdir -p "$builds"
    if ! (cd "$root" && cmake --preset "$preset" -B "$builds/$preset" "${more[@]}" >"$log" 2>&1); then
        tail -n 30 "$log"
        return 1
    fi
}

# build PRESET [TARGET...]
build() {
    local preset=$1 log=$builds/$1.build.log
    shift
    configure "$preset"
    # Quiet when all goes well; what failed when not.
    if ! ninja -C "$builds/$preset" -j "$(compilers)" "$@" >"$log" 2>&1; then
        grep -A 30 '^FAILED' "$log" | head -n 100 || tail -n 50 "$log"
        return 1
    fi
    tail -n 1 "$log"
}

# step NAME COMMAND...: runs it, says how it ended and how long it took, and counts it. Ends well
# also when the step does not, whose status stays in `status`.
step() {
    local name=$1 begin=$SECONDS
    shift
    echo "== $name"
    # In a shell of its own, so that `set -e` holds inside a function that is tested for its status.
    set +e
    (set -e && "$@")
    status=$?
    set -e
    case $status in
    0) passed=$((passed + 1)) && echo "== ok       $name ($((SECONDS - begin)) s)" ;;
    "$not_run") skipped=$((skipped + 1)) && echo "== skipped  $name" ;;
    *) failed=$((failed + 1)) && echo "== FAILED   $name (status $status, $((SECONDS - begin)) s)" ;;
    esac
    return 0
}

# count PASSED FAILED SKIPPED
count() {
    passed=$((passed + $1)) failed=$((failed + $2)) skipped=$((skipped + $3))
}

# counted COMMAND...: a script that ends with `closing_line`; its numbers are added to ours.
counted() {
    local numbers ended=0
    numbers=$(mktemp)
    JIPU_TALLY=$numbers "$@" || ended=$?
    if [ -s "$numbers" ]; then
        # shellcheck disable=SC2046
        count $(cat "$numbers")
    elif [ $ended -eq $not_run ]; then
        echo "== skipped  $*"
        count 0 0 1
    else
        echo "== FAILED   $* came to no count (status $ended)"
        count 0 1 0
    fi
    rm -f "$numbers"
}

# number_of NAME REPORT: an attribute of the report's outermost element.
number_of() { grep -m1 -oE "^[[:space:]]+$1=\"[0-9]+\"" "$2" | grep -oE '[0-9]+'; }

# ctest_report REPORT BUILD-DIR [CTEST-ARGUMENT...]: its own closing line is left out: one counts.
ctest_report() {
    local report=$1 dir=$2
    shift 2
    rm -f "$report"
    ctest --test-dir "$dir" --output-on-failure --output-junit "$report" "$@" </dev/null 2>&1 |
        grep -vE 'tests passed, [0-9]+ tests? failed'
}

# run_ctest NAME BUILD-DIR [CTEST-ARGUMENT...]: every test is counted by itself.
run_ctest() {
    local name=$1 dir=$2 begin=$SECONDS ended=0 report again
    shift 2
    report=$dir/ctest.$name.xml again=$dir/ctest.$name.again.xml
    echo "== tests: $name"
    ctest_report "$report" "$dir" --no-tests=error -j "$(compilers)" "$@" || ended=$?
    if [ ! -f "$report" ]; then
        echo "== FAILED   tests: $name: ctest ran nothing"
        count 0 1 0
        return 0
    fi
    local all bad away second
    all=$(number_of tests "$report") bad=$(number_of failures "$report")
    away=$(($(number_of skipped "$report") + $(number_of disabled "$report")))
    if [ "$bad" -gt 0 ]; then
        # Real processes play in real time; on a machine that is busy otherwise one may come too
        # late: those, and no others, are tried once more, alone, and it is said.
        second=$(sed 's/^[0-9]*://' "$dir/Testing/Temporary/LastTestsFailed.log" | paste -sd '|')
        echo "== tests: $name: of $bad failed, those with real processes once more"
        ctest_report "$again" "$dir" -R "^($second)\$" -L '^e2e$' || true
        bad=$((bad - $(number_of tests "$again") + $(number_of failures "$again")))
    fi
    count $((all - bad - away)) "$bad" "$away"
    if [ $ended -ne 0 ] && [ "$(number_of failures "$report")" -eq 0 ]; then
        echo "== FAILED   tests: $name: ctest ended with status $ended"
        count 0 1 0
    fi
    echo "== tests: $name: $all run, $bad failed, $away skipped ($((SECONDS - begin)) s)"
}

# The last line, and the script's exit status. Called by another script, which names a file in
# JIPU_TALLY: the numbers go there instead.
closing_line() {
    if [ -n "$tally" ]; then
        echo "$passed $failed $skipped" >"$tally"
    elif [ "$skipped" -gt 0 ]; then
        echo "$passed passed, $failed failed, $skipped skipped"
    else
        echo "$passed passed, $failed failed"
    fi
    [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}
