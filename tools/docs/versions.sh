#!/usr/bin/env bash
# Builds the docs of every minor version into a folder: `bash tools/docs/versions.sh <folder>`. Each folder of a version
# (0.2/, 0.3/) is built from its newest tag, latest/ from what is checked out, and the first page leads to latest/.
set -euo pipefail
target=$(realpath -m "${1:?Usage: bash tools/docs/versions.sh <folder>}")
root=$(git rev-parse --show-toplevel)
work=$(mktemp -d)
trap 'rm -rf "$work"; git -C "$root" worktree prune' EXIT

mkdir -p "$target"
(cd "$root" && npm run --silent docs)
cp -r "$root/docs-site" "$target/latest"
redirect() { echo "<!DOCTYPE html><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"0; url=$2\"><a href=\"$2\">$2</a>" > "$target/$1"; }
redirect index.html latest/
# The workflows had a page before.
redirect latest/workflows.html arazzo.yaml

# The newest patch of each minor version comes last and is the one that stays.
declare -A newest
for tag in $(git -C "$root" tag --list 'v*' --sort=version:refname); do
  version=${tag#v}
  newest[${version%.*}]=$tag
done
for minor in "${!newest[@]}"; do
  git -C "$root" worktree add --quiet --detach "$work/$minor" "${newest[$minor]}"
  (cd "$work/$minor" && npm ci --silent && npm run --silent docs)
  cp -r "$work/$minor/docs-site" "$target/$minor"
  git -C "$root" worktree remove --force "$work/$minor"
done
