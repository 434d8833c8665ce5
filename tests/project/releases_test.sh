#!/usr/bin/env bash
# The version is the same in the header, in the command and in the changelog's first heading with a version, which has a date; a tag on this commit
# agrees, and a tagged commit has no section "Unreleased"; the newest entry has at most 150 lines. Usage: releases_test.sh PROJECT [SKELTER]
set -euo pipefail
# shellcheck source=tests/project/checks.sh
. "$(dirname "${BASH_SOURCE[0]}")/checks.sh"
cd "$1"

part() { sed -n "s/^#define SKELTER_VERSION_$1 //p" include/skelter/version.h; }
version=$(part MAJOR).$(part MINOR).$(part PATCH)
expect "kVersion" "$(sed -n 's/.*kVersion = "\(.*\)";/\1/p' include/skelter/version.h)" "$version"
heading=$(grep '^## ' CHANGELOG.md | grep -vm 1 '^## Unreleased$')
[[ $heading =~ ^##\ $version\ -\ 20[0-9]{2}-[01][0-9]-[0-3][0-9]$ ]] || expect "first heading of CHANGELOG.md" "$heading" "## $version - YYYY-MM-DD"
lines=$(awk '/^## / { ++n } n == 1' CHANGELOG.md | wc -l)
[ "$lines" -le 150 ] || expect "lines of the newest entry of CHANGELOG.md" "$lines" "at most 150"
[ -z "${2:-}" ] || expect "skelter --version" "$("$2" --version)" "skelter $version"
tag=$(git tag --points-at HEAD 2>/dev/null | grep -m 1 '^v[0-9]' || true)
[ -z "$tag" ] || expect "tag of this commit" "$tag" "v$version"
[ -z "$tag" ] || expect "unreleased changes in a release" "$(grep -c '^## Unreleased$' CHANGELOG.md)" 0

exit "$((failures > 0))"
