#!/usr/bin/env bash
# Does every step of a release that needs no account, and lists the others: `npm run release:rehearse`.
set -euo pipefail
cd "$(dirname "$0")/../.."
version=$(node -p 'require("./package.json").version')
project=$(mktemp -d)
trap 'rm -rf "$project"' EXIT
trap 'echo "FAILED: $BASH_COMMAND"' ERR

rm -rf release
npm run build:executable
npm run test:executable
if docker info > /dev/null 2>&1; then
  image=
  docker build --tag "idv-conformance:$version" .
  docker run --rm "idv-conformance:$version" --reference-implementation --quiet
else
  image='- build and try the image: Docker does not run here'
fi
npm run release:assets

echo 'the package from git'
echo '{ "private": true }' > "$project/package.json"
npm install --prefix "$project" --no-audit --no-fund "git+file://$PWD#HEAD"
(cd "$project" && npm exec --no -- idv-conformance --quiet)

du --apparent-size --block-size=kB release/*
cat << END

not done here:
${image:+$image
}- push the tag v$version, which starts .github/workflows/release.yml
- build and try the executables for Linux on ARM, macOS and Windows, each on its own runner
- prove by an attestation which commit and workflow made each archive
- publish the package on npm, and the archives, notes and checksums as a release
- publish the pages of the contract
END
