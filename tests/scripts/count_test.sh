#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A closing line that always says 0 failed would be worth nothing: steps and tests that pass, fail
# and are skipped are counted here, and the exit status with them.
set -u
lib=$(cd "$(dirname "$0")/../../scripts" && pwd)/lib.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
wrong=0

# expect WHAT STATUS LAST-LINE SCRIPT
expect() {
    local out status
    out=$(bash -c "source '$lib'; $4; closing_line" 2>&1 </dev/null)
    status=$?
    if [ $status -ne "$2" ] || [ "$(tail -n 1 <<<"$out")" != "$3" ]; then
        wrong=1
        echo "$1: expected status $2 and '$3', got status $status and:"
        echo "$out"
    fi
}

expect "nothing ran" 1 "0 passed, 0 failed" ":"
# The numbers go to the script that asked for them, and not to what that script's tests run.
echo none >"$work/numbers"
env JIPU_TALLY="$work/numbers" bash -c "source '$lib'
    bash -c \"source '$lib'; step one true; closing_line\"; step two true; step three false; closing_line" \
    >/dev/null 2>&1 </dev/null
if [ "$(cat "$work/numbers")" != "1 1 0" ]; then
    wrong=1
    echo "numbers for another script: expected '1 1 0', got '$(cat "$work/numbers")'"
fi
expect "a step passes" 0 "1 passed, 0 failed" "step one true"
expect "a step fails" 1 "1 passed, 1 failed" "step one true; step two false"
expect "a step is skipped" 0 "1 passed, 0 failed, 1 skipped" "step one true; step two exit 77"
expect "all are skipped" 1 "0 passed, 0 failed, 1 skipped" "step one exit 77"
expect "a function fails in the middle" 1 "0 passed, 1 failed" "f() { false; true; }; step one f"

# counting SCRIPT: as another script, whose numbers are counted.
counting() { printf '%s' "counted bash -c 'source \"$lib\"; $1; closing_line'"; }
expect "a script's numbers are added" 1 "2 passed, 1 failed" \
    "step one true; $(counting "step two true; step three false")"
expect "a script that cannot run is skipped" 0 "1 passed, 0 failed, 1 skipped" \
    "step one true; $(counting "exit 77")"
expect "a script that comes to no count fails" 1 "1 passed, 1 failed" \
    "step one true; $(counting "exit 0")"

add() { printf 'add_test(%s "/bin/sh" "-c" "%s")\n' "$1" "$2" >>"$work/CTestTestfile.cmake"; }
add good "exit 0"
expect "a test passes" 0 "1 passed, 0 failed" "run_ctest some '$work'"
add away "exit 77"
echo 'set_tests_properties(away PROPERTIES SKIP_RETURN_CODE 77)' >>"$work/CTestTestfile.cmake"
expect "a test is skipped" 0 "1 passed, 0 failed, 1 skipped" "run_ctest some '$work'"
add bad "exit 1"
add crash "ulimit -c 0; kill -SEGV \$\$"
expect "tests fail" 1 "1 passed, 2 failed, 1 skipped" "run_ctest some '$work'"
expect "no test is chosen" 1 "0 passed, 1 failed" "run_ctest some '$work' -R nothing-of-this-name"
# Real processes that come too late at first, and come in time when they run alone.
add late "test -e $work/tried || { touch $work/tried; false; }"
expect "no second try" 1 "0 passed, 1 failed" "run_ctest some '$work' -R late"
rm "$work/tried"
echo 'set_tests_properties(late PROPERTIES LABELS e2e)' >>"$work/CTestTestfile.cmake"
expect "a second try" 0 "1 passed, 0 failed" "run_ctest some '$work' -R late"
rm "$work/tried"
expect "a second try beside others" 1 "2 passed, 2 failed, 1 skipped" "run_ctest some '$work'"
mkdir "$work/empty"
expect "there are no tests" 1 "0 passed, 1 failed" "run_ctest some '$work/empty'"
exit $wrong
