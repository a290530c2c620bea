# The executable and the few libraries that it needs, nothing else: docs/install.md.
# Before: npm run build:executable && docker build --tag idv-conformance .
FROM debian:bookworm-slim AS libraries
COPY release/idv-conformance /
RUN mkdir --parents /image/work \
  && cp /idv-conformance /image \
  && ldd /idv-conformance | grep --only-matching '/[^ ]*' | xargs cp --parents --dereference --target-directory /image \
  && chown 65534:65534 /image/work

FROM scratch
COPY --from=libraries /image /
USER 65534:65534
WORKDIR /work
ENTRYPOINT ["/idv-conformance"]
