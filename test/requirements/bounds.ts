import type { Requirement } from '../requirements.ts'

export const bounds = {
  'bounds.declared': {
    source: 'rule 1.12',
    says: 'Every list, map and text of a request declares its maximum, also in the OpenAPI document; JSON of any shape is bounded in values, depth and text',
  },
  'bounds.queries': {
    source: 'product',
    says: 'The largest list or map of a request costs one statement or batches of hundreds, never a statement an entry; one more entry is refused',
  },
  'bounds.errors': {
    source: 'rule 1.12',
    says: 'An error lists at most 50 issues and counts the rest',
  },
  'fairness.turns': {
    source: 'rule 3.8',
    says: 'A free slot goes to the project that has the fewest, and a project that waits most gives up a place to one that waits less; what finds no room is 429 with Retry-After',
  },
  'fairness.searches': {
    source: 'rule 3.8',
    says: 'A project whose searches hang keeps no search of another waiting',
  },
  'fairness.imports': {
    source: 'rule 3.8',
    says: 'Imports of one project run one after another, those of others beside them',
  },
  'fairness.imports.limit': {
    source: 'rule 3.8',
    says: 'A project has at most 20 unfinished imports; another is 429 with Retry-After',
  },
  'outbound.idle': {
    source: 'product',
    says: 'A call may be bounded in the time that passes without a byte of the answer',
  },
  'bounds.parsing': {
    source: 'product',
    says: 'A text of others is counted before it is parsed, and parsed in a thread with limits of time and memory unless it is small; descriptions may have 2 million values in JSON, answers 200,000, both 200 levels',
  },
  'bounds.answers': {
    source: 'rule 10.7',
    says: 'An answer with more values or levels than that is kept as a file, and the caller gets its address, its size and how it begins',
  },
  'bounds.schemas': {
    source: 'product',
    says: 'A pattern of more than 10,000 characters is left out of a tool, and the report of the import says so',
  },
  'bounds.bytes': {
    source: 'rule 3.8',
    says: 'Bytes of large bodies, answers and fetched descriptions are bounded for each project (429) and each node (503), with Retry-After; nothing is sent for a call that finds no room',
  },
  'bounds.logged': {
    source: 'rule 10.12',
    says: 'A call that was sent is in the log however it ended',
  },
  'bounds.decompression': {
    source: 'product',
    says: 'An answer of more than 4 MiB may be at most 100 times as large as it came over the wire, whatever its encodings',
  },
} as const satisfies Record<string, Requirement>
