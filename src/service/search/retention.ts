import type { Retention } from '../platform/retention/index.ts'

export const searchRetention: readonly Retention[] = [
  { table: 'search_indexes', key: ['project_id'], scope: 'project_id' },
  { table: 'search_index_parts', key: ['project_id', 'key', 'part'], scope: 'project_id' },
  { table: 'search_vectors', key: ['project_id', 'model', 'hash'], scope: 'project_id' },
]
