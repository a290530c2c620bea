/** One small defect of the contract, and the rule that must report it. */
export interface Break {
  name: string;
  rule: string;
  /** the message, which says what to do */
  says: RegExp;
  change: (document: any) => void;
}

const create = (document: any) => document.paths['/cases'].post;
const read = (document: any) => document.paths['/cases/{case_id}'].get;
const schemas = (document: any) => document.components.schemas;
const requirement = (document: any, id: string) => document['x-requirements'].find((each: any) => each.id === id);
const response = (document: any, name: string) => document.components.responses[name];

/** The decision that only the sentence names; the copy names it nowhere else. */
function forget(document: any, id: string) {
  const { 'x-decisions': decisions, ...rest } = document;
  const without = JSON.parse(JSON.stringify(rest).replaceAll(new RegExp(`\\b${id}\\b`, 'g'), 'D1'));
  for (const key of Object.keys(document)) delete document[key];
  Object.assign(document, without, { 'x-decisions': decisions });
}

const headers = [
  ['401', 'Unauthorized', 'WWW-Authenticate'],
  ['429', 'RateLimited', 'Retry-After'],
].map(([status, name, header]) => ({
  name: `the response ${status} without ${header}`,
  rule: 'response-contains-header',
  says: new RegExp(`"${header}" header`),
  change: (document: any) => delete response(document, name!).headers[header!],
}));

const requirementBreaks = (
  [
    ['without a level', /\.json:\d+: create-case\.opens-person-case has no level; write/, { level: undefined }],
    ['with a malformed answer', /has the answer 404; write a status code/, { answer: '404' }],
    [
      'with another answer than its text',
      /names another status code or problem type in its text/,
      { answer: '404 not-found', text: 'It MUST be 409.' },
    ],
  ] as const
).map(([what, says, edit]) => ({
  name: `a requirement ${what}`,
  rule: 'house/requirements',
  says,
  change: (document: any) => Object.assign(requirement(document, 'create-case.opens-person-case'), edit),
}));

export const breaks: Break[] = [
  {
    name: 'an operation without 503',
    rule: 'house/shared-answers',
    says: /createCase does not document 503; refer/,
    change: (document) => delete create(document).responses['503'],
  },
  {
    name: 'an operation on a case without 404',
    rule: 'house/shared-answers',
    says: /getCase does not document 404; refer/,
    change: (document) => delete read(document).responses['404'],
  },
  {
    name: 'a rejection as plain JSON',
    rule: 'house/shared-answers',
    says: /responds with 500 in another media type than application\/problem\+json/,
    change: (document) => {
      const { content } = response(document, 'InternalError');
      response(document, 'InternalError').content = { 'application/json': content['application/problem+json'] };
    },
  },
  ...headers,
  {
    name: 'a request body without example',
    rule: 'house/named-examples',
    says: /request body of createCase \(application\/json\) has no named example; add one/,
    change: (document) => delete create(document).requestBody.content['application/json'].examples,
  },
  {
    name: 'a response without example',
    rule: 'house/named-examples',
    says: /response 401 of createCase .* has no named example; add one/,
    change: (document) => (response(document, 'Unauthorized').content['application/problem+json'].examples = {}),
  },
  {
    name: 'an example that a condition forbids',
    rule: 'house/valid-examples',
    says: /example pending of the response 200 of getCase .*\/score must be equal to constant/,
    change: (document) => (document.components.examples.PendingWithEvidence.value.score = 3),
  },
  {
    name: 'an example with a wrong format',
    rule: 'house/valid-examples',
    says: /created_at must match format "date-time"/,
    change: (document) => (document.components.examples.DeedArtifact.value.created_at = '2026-13-41T09:31:20Z'),
  },
  {
    name: 'an example with an unknown property',
    rule: 'house/valid-examples',
    says: /additional properties \("nickname"\)/,
    change: (document) => (document.components.examples.PendingPerson.value.nickname = 'x'),
  },
  {
    name: 'an example with a wrong property, to Redocly',
    rule: 'no-invalid-media-type-examples',
    says: /must be integer/,
    change: (document) => (document.components.examples.ApprovedPerson.value.score = 'high'),
  },
  {
    name: 'a string that is sent without a bound',
    rule: 'house/bounded',
    says: /Reference is a string without a bound; give it/,
    change: (document) => delete schemas(document).Reference.maxLength,
  },
  {
    name: 'a string without a bound in a response',
    rule: 'house/bounded',
    says: /sha256 is a string without a bound; give it/,
    change: (document) => (schemas(document).Artifact.properties.sha256.pattern = '^[0-9a-f]+$'),
  },
  {
    name: 'an array without a bound',
    rule: 'house/bounded',
    says: /artifacts is an array without a bound; give it maxItems/,
    change: (document) => delete schemas(document).Case.properties.artifacts.maxItems,
  },
  {
    name: 'a property of any type',
    rule: 'house/bounded',
    says: /note allows anything; give it a type/,
    change: (document) => (schemas(document).Artifact.properties.note = { description: 'Anything.' }),
  },
  ...requirementBreaks,
  {
    name: 'a decision without its reason',
    rule: 'house/requirements',
    says: /D1 has no because; write it/,
    change: (document) => delete document['x-decisions'][0].because,
  },
  {
    name: 'a freedom that limits an unknown requirement',
    rule: 'house/requirements',
    says: /method\.head names http\.nothing, which neither/,
    change: (document) => document['x-freedoms'][0].limits.push('http.nothing'),
  },
  {
    name: 'a freedom that the oracle does not use',
    rule: 'house/freedoms-used',
    says: /method\.forgotten is used nowhere in conformance\/oracle/,
    change: (document) => document['x-freedoms'].push({ ...document['x-freedoms'][0], id: 'method.forgotten' }),
  },
  {
    name: 'a decision that nothing uses any more',
    rule: 'house/decisions-used',
    says: /D64 is used nowhere; make it/,
    change: (document) => forget(document, 'D64'),
  },
  ...['D12', '§4.1', 'MUST'].map((words) => ({
    name: `a description with ${words}`,
    rule: 'house/plain-interface',
    says: new RegExp(`This description contains ${words}; say it`),
    change: (document: any) => (create(document).description += ` (${words})`),
  })),
  {
    name: 'an operation without summary',
    rule: 'operation-summary',
    says: /summary/,
    change: (document) => delete read(document).summary,
  },
  {
    name: 'an operation without description',
    rule: 'operation-description',
    says: /description/,
    change: (document) => delete read(document).description,
  },
  {
    name: 'another dialect',
    rule: 'rule/dialect',
    says: /Without this dialect/,
    change: (document) => (document.jsonSchemaDialect = 'https://spec.openapis.org/oas/3.1/dialect/base'),
  },
  {
    name: 'an operationId in another case',
    rule: 'rule/operation-id',
    says: /camelCase/,
    change: (document) => (read(document).operationId = 'get_case'),
  },
  {
    name: 'a property in another case',
    rule: 'rule/member-names',
    says: /snake_case/,
    change: (document) =>
      (schemas(document).Artifact.properties.contentType = { $ref: '#/components/schemas/FileType' }),
  },
  {
    name: 'an example without summary',
    rule: 'rule/example-summary',
    says: /summary/,
    change: (document) => delete document.components.examples.NoKey.summary,
  },
  {
    name: 'a header without example',
    rule: 'rule/header-example',
    says: /Prism invents/,
    change: (document) => delete document.components.headers.NoStore.example,
  },
  {
    name: 'nullable',
    rule: 'rule/no-nullable',
    says: /oneOf/,
    change: (document) => (schemas(document).FileType.nullable = true),
  },
  {
    name: 'a discriminator',
    rule: 'rule/no-discriminator',
    says: /discriminator/,
    change: (document) => (schemas(document).Case.discriminator = { propertyName: 'type' }),
  },
  {
    name: 'another media type of a request',
    rule: 'request-mime-type',
    says: /text\/plain/,
    change: (document) => {
      const { content } = create(document).requestBody;
      content['text/plain'] = content['application/json'];
    },
  },
  {
    name: 'another media type of a response',
    rule: 'response-mime-type',
    says: /text\/plain/,
    change: (document) => {
      const { content } = read(document).responses['200'];
      content['text/plain'] = content['application/json'];
    },
  },
];
