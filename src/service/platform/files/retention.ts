import type { Retention } from '../retention/index.ts'

/** The chunks of a file are deleted in batches, because they may be large. */
export const fileRetention: readonly Retention[] = [
  {
    table: 'files',
    key: ['id'],
    scope: 'scope',
    expiry: [{ column: 'expires_at', afterMs: 0 }],
    parts: [{ table: 'file_chunks', key: ['file_id', 'position'], parent: 'file_id' }],
  },
]
