#!/usr/bin/env bash
# Fetches the C library of Debian 11, for programs and for linking, into WORK/c_library, with a package list of its own; the system's are not touched.
# Usage: c_library.sh WORK
set -euo pipefail
work=$1
[ ! -f "$work/c_library.done" ] || exit 0
apt=$work/apt
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Origin: Debian' 'Component: main' 'Created-By: Packages' | head -n 1)
rm -rf "$work/c_library" "$apt"
mkdir -p "$work/c_library" "$apt/lists/partial" "$apt/cache/archives/partial"
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] ${mirror:-http://deb.debian.org/debian} bullseye main" >"$apt/sources.list"
options=(-o "Dir::Etc::SourceList=$apt/sources.list" -o Dir::Etc::SourceParts=/dev/null -o "Dir::State::Lists=$apt/lists" -o "Dir::Cache=$apt/cache" -o Dir::State::status=/dev/null -o APT::Sandbox::User=)
apt-get "${options[@]}" update
(cd "$work" && apt-get "${options[@]}" download libc6 libc6-dev)
for package in "$work"/libc6*.deb; do dpkg-deb -x "$package" "$work/c_library"; done
rm "$work"/libc6*.deb
touch "$work/c_library.done"
