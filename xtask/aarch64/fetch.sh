#!/bin/bash
# Fetches a Rust toolchain for AArch64 into an empty folder: fetch.sh DIR
#
# Debian carries a current rustc together with the standard library for arm64. The packages are downloaded and unpacked below DIR;
# nothing is installed. The machine's package sources are used, with arm64 added in a private copy of apt's configuration: its
# own lists, and what is installed, stay as they are. The programs that are meant to be called are in DIR/bin.
set -euo pipefail

dir=$(cd "${1:?usage: fetch.sh DIR}" && pwd)
tree=$dir/tree
apt=$dir/apt
debs=$dir/debs
mkdir -p "$tree" "$debs" "$dir/bin" "$apt"/{state/lists,cache/archives}/partial "$apt/sources.d"

# The machine's package sources, less any restriction to one architecture.
eval "$(apt-config shell list Dir::Etc::sourcelist/f parts Dir::Etc::sourceparts/d status Dir::State::status/f)"
any_architecture='/^[Aa]rchitectures:/d; s/\<arch=[^] ]*//; s/\[ *\]//'
for source in "$list" "${parts%/}"/*.list "${parts%/}"/*.sources; do
    [ ! -f "$source" ] || sed -E "$any_architecture" "$source" > "$apt/sources.d/$(basename "$source")"
done
cp "$status" "$apt/status"
cat > "$apt/apt.conf" <<CONF
Dir::State "$apt/state";
Dir::State::status "$apt/status";
Dir::Cache "$apt/cache";
Dir::Etc::sourcelist "-";
Dir::Etc::sourceparts "$apt/sources.d";
APT::Architectures { "amd64"; "arm64"; };
APT::Sandbox::User "root";
CONF
export APT_CONFIG=$apt/apt.conf
apt-get -qq update

# Three names carry a version that moves with updates.
named() { # PACKAGE PATTERN: what PACKAGE depends on
    local all
    all=$(apt-cache depends --important "$1")
    grep -oE -m 1 "$2" <<< "$all" ||
        { echo "no $2 in this machine's package sources: Debian 12 with its security updates has it" >&2; exit 1; }
}
std=$(named libstd-rust-web-dev 'libstd-rust-web-[0-9.]+')
llvm=$(named "$std" 'libllvm[0-9]+')
gcc=$(named gcc-aarch64-linux-gnu '\<gcc-[0-9]+-aarch64-linux-gnu$')
llvm_version=${llvm#libllvm}
gcc_version=$(echo "$gcc" | cut -d- -f2)

packages=(
    rustc-web "$std" libstd-rust-web-dev libstd-rust-web-dev:arm64 "$llvm" libz3-4
    "$gcc" "cpp-$gcc_version-aarch64-linux-gnu" binutils-aarch64-linux-gnu
    "libgcc-$gcc_version-dev-arm64-cross" libgcc-s1-arm64-cross
    libc6-arm64-cross libc6-dev-arm64-cross linux-libc-dev-arm64-cross
    qemu-user-static "llvm-$llvm_version"
)
(cd "$debs" && apt-get -qq download "${packages[@]}")
for deb in "$debs"/*.deb; do dpkg-deb -x "$deb" "$tree"; done
rm -rf "$debs" "$apt" "$tree/usr/share"
find "$tree/usr/bin" -name 'qemu-*-static' ! -name qemu-aarch64-static -delete

# A linker script with absolute paths: with bare names the linker's search path applies.
sed -i 's#/usr/aarch64-linux-gnu/lib/##g' "$tree/usr/aarch64-linux-gnu/lib/libc.so"

# Each sets the library path for itself, so that the caller's own programs keep theirs. In bash, because dash drops a variable
# whose name has a hyphen in it, such as Cargo's CARGO_BIN_EXE_example-app.
wrap() { # NAME PROGRAM [ARGUMENT...]
    local name=$1 program=$tree/usr/bin/$2
    shift 2
    cat > "$dir/bin/$name" <<WRAPPER
#!/bin/bash
LD_LIBRARY_PATH="$tree/usr/lib/x86_64-linux-gnu:$tree/usr/lib\${LD_LIBRARY_PATH:+:\$LD_LIBRARY_PATH}"
export LD_LIBRARY_PATH
exec "$program" $* "\$@"
WRAPPER
    chmod +x "$dir/bin/$name"
    "$dir/bin/$name" --version > /dev/null || { echo "$name does not start: install the shared library that it misses" >&2; exit 1; }
}
wrap rustc rustc
wrap rustdoc rustdoc
wrap gcc "aarch64-linux-gnu-gcc-$gcc_version"
wrap objdump aarch64-linux-gnu-objdump
wrap llvm-mca "llvm-mca-$llvm_version"
# The emulated program has no use for the library path of its emulator.
wrap qemu qemu-aarch64-static -L "\"$tree/usr/aarch64-linux-gnu\"" -U LD_LIBRARY_PATH
