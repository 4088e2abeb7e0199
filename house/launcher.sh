# What ./sargasso and the commands in bench/ share: sourced, it defines functions to find a JDK 25,
# to build a module's command from this directory's sources, and to name its jars.
#
# The caller sets
#   program   for messages
#   home      the directory of the sources
#   module    the module whose command it starts; its jars are then in $app/lib

minimum=25

say() {
  printf '%s: %s\n' "$program" "$*" >&2
}

# Is $1 the home of a JDK that is new enough? Reads its "release" file, since starting it is slow.
is_jdk() {
  [ -x "$1/bin/java" ] && [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 1
  while IFS='=' read -r key value; do
    if [ "$key" = JAVA_VERSION ]; then
      value=${value#\"}
      value=${value%%[!0-9]*}
      [ "${value:-0}" -ge "$minimum" ]
      return
    fi
  done < "$1/release"
  return 1
}

# Prints nothing; sets jdk to the first JDK in the usual places that is new enough.
find_jdk() {
  for jdk in "${JAVA_HOME:-}" "${JAVA25_HOME:-}"; do
    [ -n "$jdk" ] && is_jdk "$jdk" && return 0
  done
  java=$(command -v java) && java=$(readlink -f "$java") && jdk=${java%/bin/java} &&
    is_jdk "$jdk" && return 0
  for jdk in /usr/lib/jvm/* "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/* \
    "$HOME"/.m2/jdks/* /usr/java/* /opt/*; do
    is_jdk "$jdk" && return 0
  done
  if [ -r "$HOME/.m2/toolchains.xml" ]; then
    while read -r jdk; do
      is_jdk "$jdk" && return 0
    done <<HOMES
$(sed -n 's:.*<jdkHome> *\(.*[^ ]\) *</jdkHome>.*:\1:p' "$HOME/.m2/toolchains.xml")
HOMES
  fi
  return 1
}

# Sets jdk, or says what to install and ends.
require_jdk() {
  if ! find_jdk; then
    say "error: a JDK $minimum or newer is needed and none was found in JAVA_HOME, JAVA25_HOME, PATH,"
    say "  /usr/lib/jvm, ~/.sdkman/candidates/java or ~/.m2/toolchains.xml; install one, for example:"
    say "  apt-get install openjdk-$minimum-jdk, or: sdk install java $minimum-tem"
    exit 1
  fi
}

# Does the built command lag behind its sources? A directory is newer when a file in it came or went.
is_stale() {
  [ -f "$app/built" ] && [ -d "$app/lib" ] || return 0
  newer=$(find "$home"/pom.xml "$home"/*/pom.xml "$home"/*/src/main "$home"/frontends/*/pom.xml \
    "$home"/frontends/*/src/main -newer "$app/built" -print -quit 2>/dev/null)
  [ -n "$newer" ]
}

build() {
  if ! command -v mvn >/dev/null; then
    say 'error: Maven is needed to build; install it (for example: apt-get install maven)'
    exit 1
  fi
  say 'building from source (half a minute the first time) ...'
  mkdir -p "$app"
  log="$app/build.log"
  if ! (cd "$home" && JAVA_HOME="$jdk" mvn -B -ntp -Dquick -pl "$module" -am package) \
    >"$log" 2>&1 </dev/null
  then
    grep '^\[ERROR\]' "$log" | head -n 20 >&2
    say "error: the build failed; all of its output is in $log"
    exit 1
  fi
}

# From here to unlock, one launcher at a time: all build into the same directories.
lock() {
  if command -v flock >/dev/null; then
    mkdir -p "$home/target"
    exec 9>"$home/target/launcher.lock"
    flock 9
  fi
}

unlock() {
  exec 9>&-
}

# The built jars, always in the same order, since a recording holds for one class path.
class_path() {
  jars=
  for jar in "$app"/lib/*.jar; do
    jars="$jars:$jar"
  done
  printf '%s' "${jars#:}"
}

# Starts the class $1 with the further arguments, after a build if there is need of one.
launch() {
  require_jdk
  if is_stale; then
    lock
    is_stale && build
    unlock
  fi
  # shellcheck disable=SC2086  # the options are words
  exec "$jdk/bin/java" -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED \
    ${SARGASSO_JAVA_OPTIONS:-} -cp "$(class_path)${SARGASSO_CLASSPATH:+:$SARGASSO_CLASSPATH}" "$@"
}

app="$home/$module/target/app"
