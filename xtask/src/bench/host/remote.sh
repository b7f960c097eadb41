# Runs on the other machine: `sh -c SCRIPT r4c-bench keep|remove SECONDS`.
#
# What it is told comes from its standard input: a line that builds, a line that runs, the size of an archive, the archive. After
# that, and in between, empty lines: signs of life. What it says goes to its standard output, in lines that begin with
# `r4c-host`; what the second line prints goes there, too, and everything else to the standard error.
#
# It is a dead man's handle: when its input ends, or when there was no sign of life for SECONDS, whatever it began is killed
# and its folder removed. It is POSIX's sh, with `head -c`, `test -nt` and, where there is one, `setsid`. No backslash may stand
# before an apostrophe or another backslash: the login shells that hand it over do not agree on what these mean.
files=$1 patience=$2 dir= job= group= reader= timer= nap= ended=

say() { printf "%s\n" "r4c-host $*"; }
fail() {
  say failed "$@"
  exit 1
}

clear_up() {
  trap "" HUP INT TERM PIPE
  trap - EXIT
  [ -n "$group" ] || [ -z "$dir" ] || group=$(cat "$dir/group")
  case $group in
    "") ;;
    # Without setsid: ssh's session, which is a group of its own.
    0) kill -s TERM 0 ;;
    *) kill -s KILL -- "-$group" ;;
  esac
  kill -s KILL $job
  kill -s TERM $reader $timer
  wait
  [ -n "$dir" ] || return
  [ "$files" = remove ] || {
    say kept "$dir"
    return
  }
  rm -rf "$dir" || { sleep 1; rm -rf "$dir"; }
  [ ! -e "$dir" ] || say left "$dir"
} 2>/dev/null

# Beside the script. `clear_up` ends the nap with the one who takes it, also when it has only just begun: then a TERM would be
# lost between the fork and the program.
nap() {
  trap 'ended=yes; kill -s KILL $nap' TERM
  sleep "$1" &
  nap=$!
  [ -z "$ended" ] || kill -s KILL $nap
  wait $nap
  [ -z "$ended" ] || exit
}

# Ends the script from beside it; the second half is for a script that was killed or hangs.
stop() {
  kill -s TERM $$
  nap 5
  kill -s KILL $$
  clear_up
}

listen() {
  while read -r _; do : >"$dir/alive"; done
  stop
}

watch() {
  while : >"$dir/watched"; do
    nap "$patience"
    [ "$dir/alive" -nt "$dir/watched" ] || [ "$dir/archive" -nt "$dir/watched" ] || stop
  done
}

# The next line that is not empty.
next() {
  line=
  while [ -z "$line" ]; do
    IFS= read -r line || exit 1
    : >"$dir/alive"
  done
}

# Waits for what was just begun; unlike a program in the foreground this lets a signal through.
finish() {
  wait "$job"
  set -- $?
  job= group=
  rm -f "$dir/group"
  return "$1"
}

# In a group of its own, so that all of it can be ended.
run() {
  if command -v setsid >/dev/null; then
    setsid sh -c "$1" </dev/null 3<&- &
    job=$! group=$!
  else
    sh -c "$1" </dev/null 3<&- &
    job=$! group=0
  fi
  echo "$group" >"$dir/group"
  finish
}

# What programs say about a full disk is read.
LC_ALL=C
export LC_ALL
exec 3<&0 <&-
trap clear_up EXIT
trap "exit 1" HUP INT TERM PIPE

# Where a toolchain is, a login shell alone may know.
login=$("${SHELL:-sh}" -lc env </dev/null 2>/dev/null)
for name in PATH CARGO_HOME RUSTUP_HOME RUSTUP_TOOLCHAIN http_proxy https_proxy HTTPS_PROXY; do
  value=$(printf "%s\n" "$login" | sed -n "s/^$name=//p")
  [ -z "$value" ] || export "$name=$value"
done
PATH=$PATH:${CARGO_HOME:-$HOME/.cargo}/bin
for tool in tar gzip mktemp head; do
  command -v "$tool" >/dev/null || fail tool "$tool"
done

umask 077
dir=$(mktemp -d "${TMPDIR:-/tmp}/r4c-bench.XXXXXX") || fail folder "${TMPDIR:-/tmp}"
mkdir "$dir/files" "$dir/tmp" && cd "$dir/files" || fail folder "$dir"
# A compiler that is killed leaves its temporary files.
TMPDIR=$dir/tmp
export TMPDIR
watch </dev/null >/dev/null 2>&1 3<&- &
timer=$!

say folder "$dir"
say system "$(uname -s)"
say machine "$(uname -m)"
say cargo "$(cargo --version 2>/dev/null)"
say ready

next <&3
build=$line
next <&3
measure=$line
next <&3
head -c "$line" <&3 >"$dir/archive" &
job=$!
finish || fail write
[ "$(wc -c <"$dir/archive")" -eq "$line" ] || fail write
listen <&3 >/dev/null 2>&1 &
reader=$!
tar -xzomf "$dir/archive" 3<&- &
job=$!
finish || fail unpack
rm -f "$dir/archive"

run "$build" >&2 || fail build $?
say built
run "$measure" || fail measure $?
say done
