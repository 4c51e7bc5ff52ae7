# Sourced by the scripts in this folder: installs missing packages, configures and builds a preset.
# Installs the packages listed in $packages (default: packages.txt) and in $extra_packages. Passes $cmake_options to cmake.

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
called_from=$PWD
cd "$top" || exit 1

fail() {
    printf 'packaging: %s\n' "$*" >&2
    exit 1
}

listed_packages() {
    grep -hv '^#' "packaging/${packages:-packages.txt}" ${extra_packages:+"packaging/$extra_packages"}
}

missing_packages() {
    local package
    while read -r package; do
        [ -n "$package" ] || continue
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || printf '%s ' "$package"
    done < <(listed_packages)
}

install_packages() {
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        printf 'packaging: this is not Debian; make sure that these are there, under the names of your system:\n' >&2
        listed_packages | sed 's/^/  /' >&2
        return
    fi
    local missing as_root=()
    missing=$(missing_packages)
    [ -n "$missing" ] || return 0
    if [ "$(id -u)" != 0 ]; then
        as_root=(sudo)
        if ! command -v sudo >/dev/null || { ! sudo -n true 2>/dev/null && ! [ -t 0 ]; }; then
            fail "some packages are missing, and installing them takes root. Run this as root, then try again:
  apt-get install --no-install-recommends $missing"
        fi
    fi
    printf 'packaging: installing %s\n' "$missing"
    "${as_root[@]}" apt-get update -qq || fail "apt-get update failed; check the network and /etc/apt"
    # shellcheck disable=SC2086 # intentional word splitting of the names
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing \
        >/dev/null || fail "these packages could not be installed: $missing"
}

# Prints the installed Pythons of the versions, also pyenv's.
find_pythons() { # version…
    local version python
    for version; do
        for python in "python$version" "$HOME"/.pyenv/versions/"$version".*/bin/python; do
            if "$python" -c '' 2>/dev/null; then
                echo "$python"
                break
            fi
        done
    done
}

build() { # preset, arguments of cmake --build
    local log
    log=$(mktemp)
    cmake --preset "$1" -DLENSBOARD_REQUIRE_ALL=ON "${cmake_options[@]}" >"$log" 2>&1 || { cat "$log"; fail "configuring failed"; }
    sed -n 's/^-- Lensboard, /packaging: /p' "$log"
    rm -f "$log"
    cmake --build --preset "$@" || fail "building failed"
}

install_packages
