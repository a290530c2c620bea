/** Rules without which every recorded fault is still detected, by their keys, each with the reason why it is kept. */
export const explained: Record<string, string> = {
  "withoutCaller: oneOf('method.unmatched-without-key')": 'They are alternatives of the 401, which is still required.',
  "wrongMethod: oneOf('method.wrong-on-unknown-case')": 'No fault accepts a wrong method on an unknown case.',
  "judgeMissing: report(accepts, 'a response')":
    'A fault of the reference implementation always responds; a service of a user may close the connection.',
  "contentTypeOf: oneOf('body.missing')": 'No fault accepts a POST with neither body nor media type.',
  "contentTypeOf: oneOf('multipart.no-boundary')": 'No fault accepts a form without a boundary.',
  "rejectionsOfName: demanded('upload-artifact.wrong-parts')":
    'No fault accepts only such unknown parts whose names need an escape.',
  "judgeArtifacts: report('get-case.lists-evidence')":
    'One of three rules with this key: no fault of this requirement lists an artifact twice.',
  "judgeOrder: report('get-case.evidence-in-order')":
    'One of two rules with this key: it is about uploads in parallel, whose order may be any but must stay the same.',
  "judgeOrder: report('get-case.lists-evidence')":
    'An artifact that disappears is missing for its upload too, except when the response to the upload was lost.',
};
