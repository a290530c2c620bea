// Changed responses to which the oracle has no objection, each with the reason.
import type { FreedomId } from '../../generated/freedoms.ts';

export interface Survivor {
  /** the whole name of the mutant */
  mutant: RegExp;
  /** operation, unusual method and status of the original response, where it survives only there */
  of?: RegExp;
  /** the freedom or decision that allows it */
  by: FreedomId | `D${number}` | 'RFC 9110';
  why: string;
}

export const survivors: Survivor[] = [
  {
    mutant: /^(without|another) (Date|Connection|Keep-Alive|Content-Length)$/,
    by: 'RFC 9110',
    why: 'the contract says nothing about the headers of HTTP itself, and a wrong length is not read as a response',
  },
  {
    mutant: /^another (title|detail|errors\[\d+\]\.detail)$/,
    by: 'D75',
    why: 'people read these texts',
  },
  {
    mutant: /^what was sent$/,
    by: 'D77',
    why: 'only a value that no text contains by chance is found',
  },
  {
    mutant: /^another errors\[\d+\]\.pointer$/,
    by: 'D62',
    why: 'the list may contain several errors, and one of them is as demanded',
  },
  {
    mutant: /^another Location$/,
    by: 'D4',
    why: 'only a request to this address shows what is there',
  },
  {
    mutant: /^(another id|another response of the scenario \(\d\)|the response for another case)$/,
    of: /^upload( live)? 201$/,
    by: 'D12',
    why: 'an artifact has an id of its own only within its case',
  },
  {
    mutant: /^(without|another) (Retry-After|type)$|^type null$|^another body$/,
    of: /^create (429|503)$/,
    by: 'gateway.overload',
    why: 'a gateway may be overloaded, so that the sandbox is judged by several errors together',
  },
  {
    mutant: /^a pending case$|^decided_at a second later$/,
    of: /^read (until decided|watching( meanwhile)?) 200$/,
    by: 'D54',
    why: 'the sandbox has 5 s to decide',
  },
  {
    mutant: /^another response of the scenario \(\d\)$/,
    of: /^read watching meanwhile 200$/,
    // Such a read began before the evidence was accepted: it shows the case as it was, in some runs only.
    by: 'D54',
    why: 'the sandbox has 5 s to decide',
  },
  {
    // of the only read of a case
    mutant: /^decided_at a second later$/,
    of: /^read 200$/,
    by: 'D54',
    why: 'the sandbox has 5 s to decide',
  },
  {
    mutant: /^created_at a second later$/,
    of: /^(create|upload)( live)? 201$/,
    by: 'D86',
    why: 'only another response shows that the time has changed',
  },
  {
    mutant: /^a case that is (approved|denied)$/,
    of: /^read live 200$/,
    by: 'D97',
    why: 'outside the sandbox a service may decide at any time',
  },
  {
    mutant: /^(without|another) (Host|Connection|Content-Length)$/,
    of: /^event$/,
    by: 'RFC 9110',
    why: 'the contract says nothing about the headers of HTTP itself',
  },
  {
    mutant: /^(a second later|together with a copy|again two seconds after its response)$/,
    of: /^event$/,
    by: 'D69',
    why: 'an event has 5 s, may be sent twice before the first response, and is sent again after an error',
  },
  {
    mutant: /^with white space in its body$/,
    of: /^event$/,
    by: 'D47',
    why: 'the body may be any text of the same JSON, if its retries have the same bytes',
  },
  {
    mutant: /^two responses of a race exchanged$/,
    of: /^upload 409$/,
    by: 'D13',
    why: 'uploads in parallel are accepted in any order',
  },
  {
    mutant: /^a case with its artifacts in another order$/,
    by: 'D13',
    why: 'uploads in parallel are accepted in any order',
  },
];

/** Scenarios that no changed response shows failing, each with the reason. */
export const unseen: { scenarios: RegExp; why: string }[] = [];

export const reasonOf = ({ by, why }: Survivor): string => `${by}: ${why}`;
