#!/usr/bin/env bash
# Builds the Dockerfile without a container engine, and runs its entry point in a chroot: `bash tools/release/image.sh`.
# It needs root, and Debian's packages buildah, mmdebstrap, skopeo and umoci. `npm run build:executable` comes before.
set -euo pipefail
cd "$(dirname "$0")/../.."
version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' package.json)
work=$(mktemp -d)
export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot
storage=(--root "$work/root" --runroot "$work/run")
trap 'buildah "${storage[@]}" rm --all > /dev/null; rm -rf "$work"' EXIT

echo 'the base image, from packages of Debian'
mmdebstrap --quiet --variant=essential --include=libstdc++6 bookworm "$work/base.tar"
base=$(buildah "${storage[@]}" from scratch)
buildah "${storage[@]}" add --quiet "$base" "$work/base.tar" / > /dev/null
buildah "${storage[@]}" commit --quiet "$base" docker.io/library/debian:bookworm-slim > /dev/null

echo 'the image, from the Dockerfile'
buildah "${storage[@]}" build --quiet --pull-never --tag idv-conformance . > /dev/null
archive=release/idv-conformance-$version-image.tar
rm -f "$archive"*
buildah "${storage[@]}" push --quiet idv-conformance "oci-archive:$archive:idv-conformance:$version"

echo 'what is in it'
skopeo inspect --config "oci-archive:$archive" | grep --extended-regexp --after-context=2 '"(User|Entrypoint|WorkingDir)"'
skopeo copy --quiet "oci-archive:$archive" "oci:$work/layout:$version"
umoci unpack --image "$work/layout:$version" "$work/unpacked" 2> /dev/null
(cd "$work/unpacked/rootfs" && find . -type f -printf '%s %p\n')

echo 'its entry point, as its user in a chroot'
# These variables name files that are not in the image.
env --unset=NODE_EXTRA_CA_CERTS --unset=SSL_CERT_FILE \
  chroot --userspec=65534:65534 "$work/unpacked/rootfs" /idv-conformance --reference-implementation --quiet

gzip "$archive"
