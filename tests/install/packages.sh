#!/usr/bin/env bash
# Installs, uses, upgrades and removes the Debian packages: packages.sh FOLDER. For a new Debian system, as root.
set -euo pipefail
folder=$(realpath "$1")
top=$(realpath "$(dirname "$0")/../..")
export DEBIAN_FRONTEND=noninteractive HOME=/root LC_ALL=C.UTF-8
cd "$(mktemp -d)"

fail() {
    printf 'packages: %s\n' "$*" >&2
    exit 1
}

# Fails unless the output of a command has a text.
expect() { # text, command
    local output
    output=$("${@:2}" 2>&1) || fail "${*:2} failed: $output"
    [[ $output == *"$1"* ]] || fail "${*:2} printed no '$1': $output"
}

install() {
    apt-get install -y -qq --no-install-recommends "$@" >install.log 2>&1 || { tail -n 20 install.log; fail "apt-get install $* failed"; }
}

# Prints the files of this system that have the name of Lensboard.
ours() {
    find / -xdev -iname '*lensboard*' -not -path "$top*" -not -path "$folder*" -not -path '/root/*' -not -path '/tmp/*' -not -path '/var/lib/apt/*'
}

# Waits for the window on a virtual screen, and closes it.
window() {
    local begun=$SECONDS
    xvfb-run --auto-servernum sh -c 'lensboard run.lbrun & for _ in $(seq 600); do
        if xwininfo -root -tree | grep -q "run.*Lensboard"; then sleep 2; kill $!; wait $!; exit 0; fi
        sleep 0.1
    done; exit 1' >window.log 2>&1 || { cat window.log; fail "no window"; }
    printf 'packages: the window took %s s\n' "$((SECONDS - begun))"
}

apt-get update -qq
install xvfb xauth x11-utils procps zsh fish desktop-file-utils appstream
[ -z "$(ours)" ] || fail "this system is not new: $(ours)"

begun=$SECONDS
install "$folder"/{lensboard,lensboard-engine,lensboard-server,python3-lensboard}_*.deb
printf 'packages: installing took %s s\n' "$((SECONDS - begun))"
version=$(dpkg-query -W -f '${Version}' lensboard)

lensboard train "$top/resources/experiments/spirals-mlp.json" --epochs 2 --out run.lbrun 2>train.log || { cat train.log; fail "training failed"; }
expect "finished" lensboard info run.lbrun
expect "" lensboard export run.lbrun --png run.png
expect "lensboard-server ${version%-*}" lensboard-server --version
expect "${version%-*}" /usr/bin/python3 -c 'import lensboard; print(lensboard.__version__)'
expect "LENSBOARD-TRAIN" zcat /usr/share/man/man1/lensboard-train.1.gz
expect "control" bash -c '. /usr/share/bash-completion/completions/lensboard; COMP_WORDS=(lensboard con) COMP_CWORD=1; _lensboard; echo "${COMPREPLY[@]}"'
expect "control" fish -c 'complete --do-complete "lensboard con"'
expect "_lensboard" zsh -f -c 'autoload -Uz compinit; compinit -u -d ./dump; echo ${_comps[lensboard]}'
expect "" desktop-file-validate /usr/share/applications/lensboard.desktop
# Lensboard has no domain for its identifier.
expect "" appstreamcli validate --no-net --override cid-desktopapp-is-not-rdns=info /usr/share/metainfo/lensboard.metainfo.xml
window

# A training with the Python package, in Debian's Python.
expect "" /usr/bin/python3 - <<'P'
import lensboard, torch
model = torch.nn.Sequential(torch.nn.Linear(2, 8), torch.nn.ReLU(), torch.nn.Linear(8, 2))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
with lensboard.Inspector([lensboard.LossMetrics(), lensboard.ParameterGradientGeometry()], run="python.lbrun", tick="5 steps") as watch:
    watch.attach(model, optimizer)
    for _ in range(20):
        optimizer.zero_grad()
        loss = model(torch.randn(16, 2)).square().mean()
        loss.backward()
        optimizer.step()
        watch.push_loss(loss)
P
expect "finished" lensboard info python.lbrun

# An upgrade keeps settings and runs.
settings=$HOME/.config/Lensboard/lensboard.conf
[ -s "$settings" ] || fail "the window kept no settings"
sha256sum "$settings" run.lbrun python.lbrun >before
mkdir newer
for package in lensboard lensboard-engine lensboard-server python3-lensboard; do
    dpkg-deb --raw-extract "$folder/${package}_$version"_*.deb root
    sed -i "s/$version/$version+1/" root/DEBIAN/control
    dpkg-deb -Zgzip -z1 --build root newer >/dev/null
    rm -r root
done
install ./newer/*.deb
expect "$version+1" dpkg-query -W -f '${Version}' lensboard
sha256sum --quiet --check before || fail "the upgrade changed these"
expect "finished" lensboard info run.lbrun
window

apt-get purge -y -qq lensboard lensboard-engine lensboard-server python3-lensboard >purge.log 2>&1 || { cat purge.log; fail "purging failed"; }
[ -z "$(ours)" ] || fail "purging left $(ours)"
[ -e "$settings" ] && [ -e run.lbrun ] || fail "purging removed files of the user"
printf 'packages: %s is installed, used, upgraded and removed\n' "$version"
