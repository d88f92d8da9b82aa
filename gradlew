#!/bin/sh
# Runs Gradle on this build: the `gradle` on the PATH, else the pinned official distribution, else the package
# of Debian or Ubuntu. There is no wrapper jar: a script can be read before it is run.
set -eu

java_wanted=17
java_package=openjdk-17-jdk-headless
gradle_version=8.14.3
gradle_sha256=bd71102213493060956ec229d946beee57158dbd89d0e62b91bca0fa2c5f3531
gradle_url=https://services.gradle.org/distributions/gradle-$gradle_version-bin.zip

root=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
user_home=${GRADLE_USER_HOME:-${HOME:-/root}/.gradle}
kept=$user_home/bloomtree/gradle-$gradle_version

say() { printf 'gradlew: %s\n' "$*" >&2; }
die() { say "$@"; exit 1; }
has() { command -v "$1" >/dev/null 2>&1; }

# Only one process installs at a time. Where there is no flock there is no apt either, and the downloaded
# distribution is moved into place in one step.
take_lock() {
  mkdir -p -- "$user_home/bloomtree"
  scratch=$(mktemp -d "$user_home/bloomtree/install.XXXXXX")
  trap 'rm -rf -- "$scratch"' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
  if has flock; then
    exec 9>"$user_home/bloomtree/install.lock"
    flock -n 9 || { say "waiting for another installation to finish"; flock 9; }
  fi
}

# the lock must not leak into Gradle's daemon, which would keep it for hours
drop_lock() {
  exec 9>&-
  rm -rf -- "$scratch"
  trap - EXIT INT TERM HUP
}

can_apt() {
  has apt-get && [ "$(id -u)" = 0 ] && grep -Eqs '^ID(_LIKE)?=.*(debian|ubuntu)' /etc/os-release
}

apt_install() {
  say "installing $1 with apt-get (once)"
  if ! { apt-get -o DPkg::Lock::Timeout=300 update &&
      DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -y "$1"; } \
      >"$scratch/apt.log" 2>&1 </dev/null 9>&-; then
    tail -n 30 -- "$scratch/apt.log" >&2
    return 1
  fi
}

# prints the major version of the given java: 8 for 1.8.0, 17 for 17.0.1
java_major() {
  "$1" -XshowSettings:properties -version 2>&1 |
    sed -n 's/^ *java\.specification\.version = \(1\.\)\{0,1\}\([0-9][0-9]*\).*$/\2/p'
}

# succeeds when the given directory (or the PATH, when empty) has a JDK that is new enough
has_jdk() {
  prefix=${1:+$1/bin/}
  has "${prefix}javac" && has "${prefix}java" || return 1
  major=$(java_major "${prefix}java")
  [ -n "$major" ] && [ "$major" -ge "$java_wanted" ]
}

find_jdk() {
  if [ -n "${JAVA_HOME:-}" ]; then
    has_jdk "$JAVA_HOME" || die "JAVA_HOME has no JDK $java_wanted or newer: $JAVA_HOME"
    return 0
  fi
  if has_jdk ''; then return 0; fi
  # Debian keeps several JDKs side by side; the PATH may show an older one
  for home in /usr/lib/jvm/java-"$java_wanted"-openjdk-*; do
    if has_jdk "$home"; then JAVA_HOME=$home; export JAVA_HOME; return 0; fi
  done
  return 1
}

need_jdk() {
  if find_jdk; then return 0; fi
  can_apt || die "needs JDK $java_wanted or newer (with javac): install one, or set JAVA_HOME"
  take_lock
  find_jdk || { apt_install "$java_package" && find_jdk; } || die "could not install $java_package"
  drop_lock
}

find_gradle() {
  if has gradle; then gradle=gradle; return 0; fi
  gradle=$kept/bin/gradle
  [ -x "$gradle" ]
}

fetch() {
  if has curl; then
    curl -fsSL --connect-timeout 4 --speed-limit 1024 --speed-time 15 -o "$2" -- "$1"
  elif has wget; then
    wget -q --tries=1 --dns-timeout=4 --connect-timeout=4 --read-timeout=15 -O "$2" -- "$1"
  else
    return 1
  fi 2>/dev/null
}

sha256() {
  if has sha256sum; then sha256sum -- "$1"; else shasum -a 256 -- "$1"; fi | cut -d ' ' -f 1
}

unpack() {
  if has unzip; then unzip -q "$1" -d "$2"; else (cd -- "$2" && jar xf "$1"); fi
}

# a closed network fails here within seconds; a wrong checksum stops everything
fetch_gradle() {
  fetch "$gradle_url" "$scratch/gradle.zip" || return 1
  sum=$(sha256 "$scratch/gradle.zip")
  [ "$sum" = "$gradle_sha256" ] ||
    die "checksum of $gradle_url differs: expected $gradle_sha256, got $sum"
  unpack "$scratch/gradle.zip" "$scratch" || return 1
  chmod +x "$scratch/gradle-$gradle_version/bin/gradle"
  [ -x "$kept/bin/gradle" ] || mv -- "$scratch/gradle-$gradle_version" "$kept"
}

need_gradle() {
  if find_gradle; then return 0; fi
  take_lock
  if find_gradle; then drop_lock; return 0; fi
  if ! fetch_gradle; then
    can_apt || die "no gradle on the PATH and its distribution site cannot be reached: install Gradle" \
      "4.4.1 or newer and put it on the PATH (Debian and Ubuntu: apt-get install gradle)"
    apt_install gradle || die "could not install gradle"
  fi
  find_gradle || die "gradle was installed but is not on the PATH"
  drop_lock
}

need_jdk
need_gradle
# -p: the build is this script's, wherever it is called from
exec "$gradle" -p "$root" "$@"
