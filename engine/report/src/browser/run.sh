#!/usr/bin/env bash
# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
# Tests the report page in a real Chromium. Needs the built command line (mvn package) and Node 18 or later.
# Exit code: 0 passed, 1 failed, 2 could not be run here.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../../.." && pwd)
work=$root/engine/report/target/browser
cannot() { echo "browser tests not run: $1"; exit 2; }

wakespec=${WAKESPEC:-$root/bin/wakespec}
command -v node >/dev/null && command -v npm >/dev/null || cannot "Node with npm is not installed"
chromium=$(command -v chromium || command -v chromium-browser || true)
if [ -z "$chromium" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  timeout 60 apt-get update -qq >/dev/null 2>&1 || true
  DEBIAN_FRONTEND=noninteractive timeout 300 apt-get install -y -qq chromium >/dev/null 2>&1 || true
  chromium=$(command -v chromium || true)
fi
[ -n "$chromium" ] || cannot "chromium is not installed and could not be (apt-get install chromium)"

rm -rf "$work"
mkdir -p "$work"
cp "$here"/package.json "$here"/package-lock.json "$here"/*.mjs "$work"
(cd "$work" && timeout 120 npm ci --silent --no-audit --no-fund >npm.log 2>&1) || cannot "npm ci failed, see $work/npm.log"

# a page of some 270 scenarios x 8 policies, and every verdict
cd "$root"
suite=features/src/main/resources/org/wakespec/features
paths=()
for part in wf_sync select_idle_sibling wake_affine wake_wide reciprocal_pairs core clusters numa runtime/programs.feature runtime/balancing.feature; do
  paths+=("$suite/$part")
done
export JAVA_TOOL_OPTIONS="-XX:TieredStopAtLevel=1 ${JAVA_TOOL_OPTIONS:-}"
policies=linux-7.2,no-sync,sync-pair-v1,sync-pair-v4,sync-pair-v5,llc-overcommit-rfc,wake-hint-affine,vagin-sync
run() {
  local status=0
  timeout 300 "$wakespec" run -q --parallel "$@" >"$work/run.log" 2>&1 || status=$?
  [ "$status" -le 1 ] || { tail -5 "$work/run.log"; echo "the features could not be run"; exit 1; }
}
run "${paths[@]}" --policies "$policies" --results "$work/suite.jsonl"
run "$here/verdicts.feature" --policies linux-7.2,linux-6.18 --results "$work/verdicts.jsonl"
unset JAVA_TOOL_OPTIONS
"$wakespec" report -q "$work/suite.jsonl" "$work/verdicts.jsonl" -o "$work/page.html"
"$wakespec" report -q "$work/suite.jsonl" "$work/verdicts.jsonl" -o "$work/again.html"

cd "$work"
CHROMIUM=$chromium timeout 240 node page.test.mjs
