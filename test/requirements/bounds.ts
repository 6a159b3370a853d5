import type { Requirement } from '../requirements.ts'

export const bounds = {
  'bounds.declared': { source: 'ours', says: 'Every list, map and text of a request declares its maximum, also in the OpenAPI document; JSON of any shape is bounded in values, depth and text' },
  'bounds.parsing': { source: 'ours', says: 'A text of others is counted before it is parsed, and parsed in a thread with limits of time and memory unless it is small; descriptions may have 2 million values in JSON, answers 200,000, both 200 levels' },
  'bounds.answers': { source: 'ours', says: 'An answer with more values or levels than that is kept as a file, and the caller gets its address, its size and how it begins' },
  'bounds.logged': { source: 'ours', says: 'A call that was sent is in the log however it ended' },
  'bounds.decompression': { source: 'ours', says: 'An answer of more than 4 MiB may be at most 100 times as large as it came over the wire, whatever its encodings' },
} as const satisfies Record<string, Requirement>
