#!/usr/bin/env bash
# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
# Builds the Eclipse plug-in and its update site, and tests it in a real workbench: installed by p2 into an IDE put together
# from Maven Central, under Xvfb.   usage: build.sh [build|test|all]   (default: all)
#   build  site/target/org.eclipse.wakespec...zip, the test IDE in ide/target/products
#   test   install, UI tests, uninstall; screenshots and report in target/
# Needs a JDK 21 or later (ECLIPSE_JDK, JAVA_HOME, or one in /usr/lib/jvm) beside the JDK of the main build.
# Time limits: ECLIPSE_TEST_SECONDS for the tests (default 420), ECLIPSE_SESSION_SECONDS for one JUnit session (default 60).
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
out=$here/target
cd "$here"

say() { echo "[eclipse] $*"; }
fail() { echo "[eclipse] $1" >&2; exit "${2:-1}"; }

# ---------------------------------------------------------------- tools

jdk_version() { sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release" 2>/dev/null; }
find_jdk() {
  local dir version
  for dir in "${ECLIPSE_JDK:-}" "${JAVA_HOME:-}" /usr/lib/jvm/*; do
    [ -n "$dir" ] && [ -x "$dir/bin/javac" ] || continue
    version=$(jdk_version "$dir")
    [ "${version:-0}" -ge 21 ] && { echo "$dir"; return; }
  done
  return 1
}
jdk=$(find_jdk) || fail "the plug-in needs a JDK 21 or later, and there is none in ECLIPSE_JDK, JAVA_HOME or /usr/lib/jvm" 3

maven_version=3.9.11
tools=${WAKESPEC_TOOLS:-${XDG_CACHE_HOME:-$HOME/.cache}/wakespec}
maven39() { # Tycho refuses the Maven 3.8 of Debian; the script that comes unpacked has no execute bit
  local mvn=$tools/apache-maven-$maven_version/bin/mvn
  if [ ! -f "$mvn" ]; then
    # not from here: with our POM the old Maven would load Tycho and stop; and its markers of what is unpacked go with the folder
    local elsewhere; elsewhere=$(mktemp -d)
    (cd "$elsewhere" && mvn -B -ntp -q org.apache.maven.plugins:maven-dependency-plugin:3.8.1:unpack \
      -Dartifact=org.apache.maven:apache-maven:$maven_version:zip:bin -DoutputDirectory="$tools") || fail "Maven $maven_version could not be fetched"
    rm -rf "$elsewhere"
  fi
  JAVA_HOME=$jdk bash "$mvn" -B -ntp "$@"
}

debian() {
  local missing=() tool
  for tool in Xvfb openbox import xdotool; do command -v $tool >/dev/null || missing+=($tool); done
  [ ${#missing[@]} -eq 0 ] && return
  command -v apt-get >/dev/null || fail "needed and not found: ${missing[*]}" 2
  say "installing ${missing[*]}"
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends xvfb openbox imagemagick x11-utils xdotool \
    libgtk-3-0 adwaita-icon-theme librsvg2-common fonts-dejavu-core dbus-x11 >/dev/null
}

display() { # an X server on a free display and a window manager; both end with the script
  local file; file=$(mktemp)
  Xvfb -displayfd 3 -screen 0 1600x1000x24 -nolisten tcp 3>"$file" 2>/dev/null &
  xvfb=$!
  for _ in $(seq 100); do [ -s "$file" ] && break; sleep 0.1; done
  [ -s "$file" ] || fail "Xvfb did not start"
  export DISPLAY=:$(cat "$file"); rm "$file"
  openbox >/dev/null 2>&1 &
  wm=$!
  trap 'kill $wm $xvfb 2>/dev/null || true' EXIT
}

# ---------------------------------------------------------------- build

libraries() { # from the main build, without installing anything anywhere
  say "packaging what the plug-in uses of the main build"
  (cd "$root" && mvn -B -ntp -q package -pl engine/eclipse/core -am -DskipTests)
  rm -rf plugin/lib; mkdir -p plugin/lib
  local jar
  cp "$here"/core/target/wakespec-eclipse-core-*.jar plugin/lib/wakespec-eclipse-core.jar
  for jar in $(sed -n 's#^ lib/\([^,]*\).*#\1#p' plugin/META-INF/MANIFEST.MF); do
    [ -f "plugin/lib/$jar" ] || cp "core/target/plugin-libraries/$jar" plugin/lib/ || fail "$jar is named in plugin/META-INF/MANIFEST.MF, and the main build did not provide it"
  done
}

build() {
  libraries
  say "building with Tycho (the first time downloads about 250 MB)"
  rm -rf {target-platform,plugin,tests,junit6,feature,site,ide}/target
  maven39 verify 2>&1 | { grep -v 'digest algorithms (sha-1)' || true; } >"$out/tycho.log" || {
    { grep -E '^\[ERROR\]|FAILED|BUILD' "$out/tycho.log" || tail -30 "$out/tycho.log"; } | head -40; fail "the Tycho build failed: $out/tycho.log"; }
  say "update site: $(ls site/target/org.wakespec.eclipse.site-*.zip)"
}

# ---------------------------------------------------------------- test

limited() { timeout --kill-after=10 "$@"; }

director() { # runs p2 in the IDE
  limited 180 "$jdk/bin/java" -jar "$launcher" -nosplash -consoleLog -application org.eclipse.equinox.p2.director \
    -profile DefaultProfile -destination "$ide" "$@" >>"$out/director.log" 2>&1
}

ours() { # everything of ours p2 or the disk still knows
  { ls "$ide/plugins" "$ide/features" 2>/dev/null | grep '^org\.wakespec' || true
    grep -ho 'org\.wakespec[A-Za-z.]*' "$ide/artifacts.xml" "$ide"/configuration/org.eclipse.equinox.simpleconfigurator/bundles.info || true; } | sort -u
}

run_tests() {
  ide=$out/ide
  rm -rf "$ide" "$out/shots" "$out/report.txt" "$out/director.log" "$out/workbench.log"
  mkdir -p "$out"
  cp -r ide/target/products/org.wakespec.eclipse.ide/linux/gtk/x86_64 "$ide"
  launcher=$(echo "$ide"/plugins/org.eclipse.equinox.launcher_*.jar)
  say "installing the update site into a bare IDE"
  director -repository "jar:file:$(echo "$here"/site/target/org.wakespec.eclipse.site-*.zip)!/" \
    -installIU org.wakespec.eclipse.feature.feature.group || fail "p2 could not install the update site: $out/director.log"
  [ -n "$(ours)" ] || fail "p2 installed nothing: $out/director.log"
  mkdir -p "$ide/dropins"
  cp tests/target/org.wakespec.eclipse.tests-*.jar junit6/target/org.eclipse.jdt.junit6.runtime-*.jar "$ide/dropins/"
  display
  say "running the tests in the workbench"
  local rc=0
  limited "${ECLIPSE_TEST_SECONDS:-420}" "$jdk/bin/java" -Xmx1g -Dwakespec.tests=true -Dwakespec.shots="$out/shots" \
    -Dwakespec.report="$out/report.txt" -Dwakespec.libraries="$here/core/target/project-libraries" \
    -Dwakespec.only="${ECLIPSE_TEST_ONLY:-}" -Dwakespec.session.seconds="${ECLIPSE_SESSION_SECONDS:-60}" -jar "$launcher" -nosplash -consoleLog -data "$out/workspace-$$" \
    >"$out/workbench.log" 2>&1 || rc=$?
  rm -rf "$out/workspace-$$"
  cat "$out/report.txt" 2>/dev/null || true
  case $rc in
    0) ;;
    124 | 137) import -window root "$out/shots/hanging.png" 2>/dev/null || true
      fail "the workbench was stopped: the tests took more than ${ECLIPSE_TEST_SECONDS:-420} s; log: $out/workbench.log" ;;
    *) fail "tests failed in the workbench (exit code $rc); log: $out/workbench.log, screenshots: $out/shots" ;;
  esac
  say "uninstalling"
  rm -rf "$ide/dropins"
  limited 180 "$jdk/bin/java" -jar "$launcher" -nosplash -consoleLog \
    -application org.eclipse.equinox.p2.reconciler.application >>"$out/director.log" 2>&1 || fail "p2 could not forget the tests: $out/director.log"
  director -uninstallIU org.wakespec.eclipse.feature.feature.group || fail "p2 could not uninstall: $out/director.log"
  # files of what is uninstalled go with the next garbage collection, which the IDE makes at its start
  limited 180 "$jdk/bin/java" -jar "$launcher" -nosplash -application org.eclipse.equinox.p2.garbagecollector.application \
    -profile DefaultProfile >>"$out/director.log" 2>&1 || fail "p2 could not collect garbage: $out/director.log"
  local left; left=$(ours)
  [ -z "$left" ] || fail "uninstalling left behind: $(echo $left)"
  say "installed, tested and uninstalled without a trace"
}

mkdir -p "$out"
case ${1:-all} in
  build) build ;;
  test) debian; run_tests ;;
  all) debian; build; run_tests ;;
  *) fail "usage: build.sh [build|test|all]" 2 ;;
esac
