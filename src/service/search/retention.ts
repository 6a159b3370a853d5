import { dayMs } from '../platform/clock.ts'
import type { Retention } from '../platform/retention/index.ts'
import { writingMs } from './index/writing-ms.ts'

export const searchRetention: readonly Retention[] = [
  { table: 'search_indexes', user: null, key: ['project_id'], scope: 'project_id' },
  {
    table: 'search_index_blocks',
    user: null,
    key: ['project_id', 'block_id'],
    scope: 'project_id',
  },
  {
    table: 'search_blocks',
    user: null,
    key: ['id'],
    // While it is written it is used by nothing yet.
    expiry: [{ column: 'unused_at', afterMs: 0, aheadMs: writingMs }],
    sharedBy: { table: 'search_index_blocks', column: 'block_id' },
    parts: [{ table: 'search_block_parts', key: ['block_id', 'part'], parent: 'block_id' }],
  },
  {
    table: 'search_vectors',
    user: null,
    key: ['project_id', 'model', 'hash'],
    scope: 'project_id',
  },
  {
    table: 'search_project_use_cases',
    user: null,
    key: ['project_id', 'use_cases_id'],
    scope: 'project_id',
  },
  {
    table: 'search_use_cases',
    user: null,
    key: ['id'],
    expiry: [{ column: 'unused_at', afterMs: 0, aheadMs: 0 }],
    sharedBy: { table: 'search_project_use_cases', column: 'use_cases_id' },
  },
  { table: 'search_enrichments', user: null, key: ['project_id'], scope: 'project_id' },
  {
    table: 'search_enrichment_days',
    user: null,
    key: ['day'],
    expiry: [{ column: 'day', afterMs: 2 * dayMs }],
  },
]
