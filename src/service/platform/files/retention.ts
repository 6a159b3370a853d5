import { dayMs } from '../clock.ts'
import type { Retention } from '../retention/index.ts'

/** The longest lifetime of a URL that a project can configure. */
const longestMs = 3_650 * dayMs

/** The chunks of a file are deleted in batches, because they may be large. */
export const fileRetention: readonly Retention[] = [
  {
    table: 'files',
    user: {
      by: 'id',
      column: 'user_id',
      exports: ['id', 'name', 'content_type', 'size', 'created_at', 'expires_at'],
    },
    key: ['id'],
    scope: 'scope',
    expiry: [{ column: 'expires_at', afterMs: 0, aheadMs: longestMs }],
    parts: [{ table: 'file_chunks', key: ['file_id', 'position'], parent: 'file_id' }],
  },
]
