#!/usr/bin/env bash
# Does every step of a release that needs no account, and lists the others: `npm run release:rehearse`.
set -uo pipefail
cd "$(dirname "$0")/../.."
version=$(node -p 'require("./package.json").version')
consumer=$(mktemp -d)
trap 'rm -rf "$consumer"' EXIT
echo '{ "private": true }' > "$consumer/package.json"
failed=0

step() {
  local name=$1 started=$SECONDS
  shift
  printf '\n=== %s\n' "$name"
  "$@" && echo "$name: done in $((SECONDS - started)) s" && return
  echo "$name: FAILED after $((SECONDS - started)) s"
  failed=1
}

rm -rf release
step 'executable' npm run --silent build:executable
step 'executable: tests' npm run --silent test:executable
missing=$(for program in buildah mmdebstrap skopeo umoci chroot; do command -v "$program" > /dev/null || echo "$program"; done)
[ "$(id -u)" = 0 ] || missing="root $missing"
[ -n "$missing" ] || step 'image' bash tools/release/image.sh
step 'package, SBOM, notes and checksums' npm run --silent release:assets
step 'install from git' npm install --prefix "$consumer" --no-audit --no-fund "git+file://$PWD#HEAD"
(cd "$consumer" && step 'command from git' npm exec --no -- idv-conformance --quiet && exit "$failed") || failed=1

printf '\nrelease/:\n'
du --apparent-size --block-size=kB release/*
cat << END

not done here:
${missing:+- build and try the image: it needs $(echo "$missing" | xargs)
}- push the tag v$version, which starts .github/workflows/release.yml
- build and try the executables for Linux on ARM, macOS and Windows, each on its own runner
- prove by an attestation which commit and workflow made each archive
- publish the package on npm, and the archives, notes and checksums as a release
- publish the pages of the contract
END
exit "$failed"
