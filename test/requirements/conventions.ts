import type { Requirement } from '../requirements.ts'

export const conventions = {
  'conventions.trace': {
    source: 'rule 1.20',
    says: 'traceparent and tracestate of a request go on to the third party that it calls; baggage, which programs send along unasked, does not',
  },
  'conventions.ids': {
    source: 'spec 2.1',
    says: 'Identifiers are strings; session ids start with trs_',
  },
  'conventions.ids.prefix': {
    source: 'rule 1.10',
    says: 'An id is a prefix and at least 96 random bits: ac_, ca_, ti_, trs_, pr_, ws_, log_',
  },
  'conventions.timestamps': { source: 'spec 2.1', says: 'Timestamps are ISO 8601 strings' },
  'conventions.page': {
    source: 'spec 2.1',
    says: 'Paginated lists return items, next_cursor (string or null), total_pages, current_page and total_items',
  },
  'conventions.page.walk': {
    source: 'spec 4.5',
    says: 'next_cursor leads to the next page until it is null',
  },
  'conventions.page.total': {
    source: 'spec 2.1',
    says: 'total_items is the exact number of items under the filters of the request',
  },
  'conventions.page.stable': {
    source: 'rule 1.9',
    says: 'What is inserted or deleted while a client goes from page to page neither hides an item nor shows one twice',
  },
  'conventions.page.plans': {
    source: 'rule 1.9',
    says: 'A page costs the same wherever it lies and however long the list is: it is found in an index',
  },
  'conventions.page.limit': {
    source: 'spec 8',
    says: 'A page has at most 1000 items: a larger limit is 400',
  },
  'conventions.page.default': { source: 'rule 1.8', says: 'The default limit is 20' },
  'conventions.cursor': {
    source: 'rule 1.8',
    says: 'A cursor is base64 of page and limit; its ranges are checked, and one that no page gave is 400',
  },
  'conventions.query.lists': {
    source: 'rule 1.2',
    says: 'Query arrays are one comma-joined value, repeated keys, or key[]=',
  },
  'conventions.query.maps': {
    source: 'rule 1.3',
    says: 'Query maps use brackets (toolkit_versions[github]=…); the plain string latest is allowed',
  },
  'conventions.get-body': {
    source: 'rule 1.4',
    says: 'GET never needs a body; one that is sent is ignored',
  },
  'conventions.unknown-fields': {
    source: 'rule 1.5',
    says: 'Unknown fields of a body or query are ignored',
  },
  'conventions.misspelt-query': {
    source: 'rule 1.5',
    says: 'A name in a query that resembles one of the operation is refused, and the error names both',
  },
  'conventions.messages': {
    source: 'product',
    says: 'The message of a request that is not valid has its first issues, in plain words and bounded; `errors` has all',
  },
  'conventions.unknown-policy-fields': {
    source: 'rule 1.5',
    says: 'An unknown field inside toolkits, tools, tags or approval rules is 400',
  },
  'conventions.user-ids': {
    source: 'rule 1.11',
    says: 'A user id that begins or ends with blanks is refused wherever one comes in',
  },
  'conventions.user-ids.commas': {
    source: 'rule 1.2',
    says: 'A user whose id holds a comma is listed by user_ids[]=, as the client does',
  },
  'conventions.misspelt-fields': {
    source: 'rule 1.5',
    says: 'In a body that restricts (sessions, auth configs, MCP servers, triggers) a field that resembles a known one of the same object is 400, which names both',
  },
  'conventions.warnings': {
    source: 'rule 1.5',
    says: 'Any other unknown field of such a body is accepted, and named in warnings of the answer; open maps are not looked into',
  },
  'conventions.enable-disable': {
    source: 'rule 1.6',
    says: 'For toolkits, tools, tags and manage_connections requests say enable / disable and answers enabled / disabled',
  },
  'conventions.enable-disable.both': {
    source: 'rule 1.6',
    says: 'Both spellings, enable / disable and enabled / disabled, are accepted in requests',
  },
  'conventions.enable-disable.workbench': {
    source: 'rule 1.6',
    says: 'workbench answers enable and proxy_execution_enabled',
  },
  'conventions.addresses': {
    source: 'rule 1.7',
    says: 'Addresses in answers are built from PLUGBOARD_PUBLIC_URL, never from Host or forwarded headers',
  },
  'conventions.health': {
    source: 'rule 1.1',
    says: '/healthz and /readyz lie outside /api/v3 and need no key',
  },
  'conventions.version-prefix': {
    source: 'spec 9',
    says: 'The interface version is in the path prefix /api/v3',
  },

  'conventions.envelope': {
    source: 'spec 7',
    says: 'Every error carries an error object with message, code, slug and status, and may have request_id, suggested_fix and errors',
  },
  'conventions.envelope.every-path': {
    source: 'rule 3.1',
    says: 'Every error on every path is the envelope, as JSON and never HTML',
  },
  'conventions.envelope.every-method': {
    source: 'rule 3.1',
    says: 'Every error for every method is the envelope; HEAD and OPTIONS are never HTML',
  },
  'conventions.envelope.request-id': {
    source: 'rule 3.1',
    says: 'request_id is also the x-request-id header',
  },
  'conventions.envelope.suggested-fix': {
    source: 'rule 3.2',
    says: 'suggested_fix names the next step',
  },
  'conventions.envelope.errors': {
    source: 'spec 7',
    says: 'errors is a list of texts, each an issue with its path',
  },
  'conventions.envelope.no-internals': {
    source: 'spec 7',
    says: '500 is an unexpected server error, and tells nothing of its inside',
  },
  'conventions.own-words': {
    source: 'rule 3.6',
    says: 'Every text of an error that reaches a caller was written for callers: none quotes a library, SQL, or a document of somebody else',
  },
  'conventions.slugs': {
    source: 'rule 3.2',
    says: 'slug is one of a closed list in one table, code a stable number per slug',
  },
  'conventions.invalid-input': {
    source: 'spec 7',
    says: '400 is invalid input, body or parameters',
  },
  'conventions.valid-input': {
    source: 'spec 7',
    says: 'Every operation succeeds with a request that is valid in every field',
  },
  'conventions.every-status': {
    source: 'spec 7',
    says: 'Every status that an operation lists is answered by it, where its condition comes about',
  },
  'conventions.existing-clients': {
    source: 'spec 2',
    says: 'Existing clients parse every answer: each field that the specification requires is there, of its type, and null only where it may be',
  },
  'conventions.listed-statuses': {
    source: 'spec 7',
    says: 'An operation answers only with the statuses that are listed for it',
  },
  'conventions.statuses-per-operation': {
    source: 'spec 7',
    says: 'Each of the 22 specified operations has exactly the success and error statuses of the table',
  },
  'conventions.common-statuses': {
    source: 'rule 3.3',
    says: '409, 429 and 503 are common to all operations and declared once',
  },
  'conventions.malformed-id': {
    source: 'rule 3.4',
    says: 'Where an operation lists no 400, a malformed id is 404; where it lists no 404, an unknown reference is 400',
  },
  'conventions.body-object': {
    source: 'spec 7',
    says: 'A body that is no JSON object (null, a list, a text, a number) is 400 and says so; one that is left out has no fields',
  },
  'conventions.aliases': {
    source: 'spec 9',
    says: 'A deprecated name of a body field stands for the current one, and counts only where that is absent',
  },
  'conventions.methods': {
    source: 'rule 1.13',
    says: 'OPTIONS of a path that exists is 204 and lists its methods in Allow; another method is 404 with the same Allow',
  },
  'conventions.trailing-slash': {
    source: 'rule 1.14',
    says: 'A slash at the end of a path makes no difference, for every method and without a redirect; an encoded one belongs to the id before it',
  },
  'conventions.https': {
    source: 'rule 1.7',
    says: 'Where the public URL is https, every answer has browsers keep to https; an http one is on loopback, or allowed by PLUGBOARD_ALLOW_HTTP=1, or the service does not start',
  },
  'conventions.cross-origin': {
    source: 'rule 1.15',
    says: 'Pages of the origins in PLUGBOARD_CORS_ORIGINS may call REST and MCP and read what the answer says of itself, without credentials; none by default',
  },
  'conventions.cross-origin.setting': {
    source: 'rule 1.15',
    says: 'An entry that is not exactly an http(s) origin keeps the service from starting, and the error says how it is written',
  },
  'conventions.revalidation': {
    source: 'rule 1.16',
    says: 'Descriptions of the interface, toolkits, tools and trigger types carry a strong ETag, weak where compressed; If-None-Match is 304 while nothing changed, and caches ask each time',
  },
  'conventions.compression': {
    source: 'rule 1.17',
    says: 'JSON of 16 KiB and more is gzipped where Accept-Encoding allows it, and varies by it; event streams and pages never are',
  },
  'conventions.early-refusal': {
    source: 'rule 1.18',
    says: 'A request that is refused before its body was read gets its answer, whatever the client still sends: what is left is read and thrown away',
  },
  'conventions.early-refusal.bounds': {
    source: 'rule 1.18',
    says: 'What is thrown away is bounded in bytes and time; a client that goes on is cut off',
  },
  'conventions.transport-failures': {
    source: 'rule 3.5',
    says: 'Failures of the transport (oversized body, wrong media type, broken addresses) are 400',
  },
  'conventions.unstorable-text': {
    source: 'rule 1.11',
    says: 'Text that no database stores (U+0000, half of a surrogate pair) is invalid input wherever it stands, and its place is named',
  },
  'conventions.negative.fields': {
    source: 'spec 7',
    says: 'A wrong type, a hostile text or an unknown id in any one documented field never gives a 500, an unlisted status or anything but the envelope',
  },
  'conventions.negative.bodies': {
    source: 'spec 7',
    says: 'Broken JSON, too large bodies of every kind, deep nesting and names of prototypes are 400 for every operation with a body',
  },
  'conventions.negative.others': {
    source: 'rule 3.8',
    says: 'While it is sent what no client should send, the service answers others within 2.5 seconds',
  },
  'conventions.unavailable': {
    source: 'rule 3.7',
    says: '503 is answered while the database is away, within five seconds, and ends by itself',
  },
  'conventions.retention': {
    source: 'rule 2.8',
    says: 'Logs, stored results and files are kept for 30 days by default; an operator may set another number',
  },
  'conventions.full-disk': {
    source: 'rule 3.7',
    says: 'While the database has no room to write, requests that write are answered 503 with Retry-After and /readyz says 503; both end by themselves when there is room again',
  },
  'conventions.log-lost': {
    source: 'rule 10.12',
    says: 'A call that was made is answered with its result also where its log entry could not be written; log_id is then null',
  },
  'conventions.timeouts': {
    source: 'rule 3.7',
    says: 'A statement, a wait for a lock and an idle transaction end at the times that the operator sets, and the request is answered 503; migrations take as long as they take',
  },
  'conventions.deletes': {
    source: 'product',
    says: 'Whatever is deleted in any number goes in batches that last some 50 ms each; requests are answered between them, and what was deleted stays so when the process ends',
  },

  'idempotency.declared': {
    source: 'rule 4.1',
    says: 'Every POST that executes or creates takes an Idempotency-Key, and the description of the interface says so',
  },
  'idempotency.key-length': {
    source: 'rule 4.1',
    says: 'An Idempotency-Key has up to 255 characters',
  },
  'idempotency.scope': {
    source: 'rule 4.1',
    says: 'The scope of an Idempotency-Key is project, operation and key',
  },
  'idempotency.scope.organization': {
    source: 'rule 4.1',
    says: "Where an organization's key asks, the scope is the organization",
  },
  'idempotency.replay': {
    source: 'rule 4.2',
    says: 'The same key and the same request get the first answer again, and nothing is done twice',
  },
  'idempotency.replay.header': {
    source: 'rule 4.2',
    says: 'An answer that is given again has the header idempotent-replayed: true',
  },
  'idempotency.replay.errors': {
    source: 'rule 4.2',
    says: 'A refusal or unexpected error of a request that was carried out is its first answer too',
  },
  'idempotency.same-request': {
    source: 'rule 4.2',
    says: 'A request is the same when its path, query and body are, whatever the order of fields',
  },
  'idempotency.24-hours': {
    source: 'rule 4.2',
    says: 'The first answer is given again for 24 hours',
  },
  'idempotency.stored-encrypted': {
    source: 'rule 4.3',
    says: 'The first answer is stored encrypted',
  },
  'idempotency.dont-store-data': {
    source: 'rule 4.3',
    says: 'Under dont_store_data only the digest of the answer is kept, and the repetition is told that it was done',
  },
  'idempotency.other-request': {
    source: 'rule 4.4',
    says: 'The same key with another request is 400',
  },
  'idempotency.invalid-request': {
    source: 'rule 4.4',
    says: 'A request that is not valid or not authenticated uses no key up',
  },
  'idempotency.turned-away': {
    source: 'rule 4.4',
    says: 'A request that was turned away before it began (429) uses no key up',
  },
  'idempotency.refused': {
    source: 'rule 4.4',
    says: 'A call that was refused before anything was sent (arguments, connection, approval, unknown or excluded tool) may be made again under its key, and is carried out once it can be',
  },
  'idempotency.batch': {
    source: 'rule 4.8',
    says: 'The calls of a multi-execute are repeated one by one: what was sent is answered again, what was refused is made, also after the node of the first request died',
  },
  'idempotency.cancel': {
    source: 'rule 4.9',
    says: 'A cancelled call ends at the third party on whichever node it runs, and its repetition is told that it was cancelled and is not sent',
  },
  'idempotency.cancel.early': {
    source: 'rule 4.9',
    says: 'A call that arrives after its cancellation is not made for ten seconds at least, also on nodes whose clocks differ by 20',
  },
  'idempotency.cancel.own': {
    source: 'rule 4.9',
    says: 'Only calls of the own project, and of the session that is named, are cancelled; a client that disconnects cancels nothing',
  },
  'idempotency.running': {
    source: 'rule 4.5',
    says: 'While the first request runs its repetition is 409 with Retry-After; it goes on though its caller went away',
  },
  'idempotency.unknown-outcome': {
    source: 'rule 4.5',
    says: 'When a node died in between, the answer is that the outcome is unknown, and there is no second run',
  },
  'idempotency.many-nodes': {
    source: 'rule 4.5',
    says: 'Equal requests on several nodes at the same time are carried out once',
  },
  'idempotency.client-sends': {
    source: 'rule 4.6',
    says: 'Clients send a key with every POST that executes or creates',
  },
  'idempotency.client-repeats': {
    source: 'rule 4.6',
    says: 'With a key a failed send is repeated under the same key; without one it never is',
  },

  'rate-limits.off-by-default': {
    source: 'rule 4.7',
    says: 'Rate limits are off unless the operator sets them',
  },
  'rate-limits.per-key': {
    source: 'rule 4.7',
    says: 'Rate limits are per key; what needs no key has none',
  },
  'rate-limits.429': { source: 'rule 4.7', says: 'Over the limit it is 429 with Retry-After' },
  'rate-limits.headers': {
    source: 'rule 4.7',
    says: 'Every answer has RateLimit headers while a limit is set',
  },
  'rate-limits.order': {
    source: 'rule 4.7',
    says: 'The limit is checked after the key and before the request is read',
  },
  'rate-limits.many-nodes': { source: 'rule 4.7', says: 'A limit holds over all nodes together' },
} satisfies Record<string, Requirement>
