import { dayMs } from '../platform/clock.ts'
import type { Kept, Remove, Retention } from '../platform/retention/index.ts'

export const catalogRetention = ({ imports, versions }: Kept, remove?: Remove): Retention[] => [
  {
    table: 'toolkit_imports',
    user: null,
    key: ['id'],
    scope: 'project_id',
    expiry: [{ column: 'finished_at', ...imports }],
    parts: [{ table: 'import_requests', key: ['import_id', 'part'], parent: 'import_id' }],
  },
  { table: 'import_requests', user: null, key: ['import_id', 'part'], scope: 'project_id' },
  { table: 'toolkit_changes', user: null, key: ['id'], scope: 'project_id' },
  { table: 'tool_annotations', user: null, key: ['project_id', 'slug'], scope: 'project_id' },
  {
    table: 'toolkit_versions',
    user: null,
    key: ['project_id', 'slug', 'version'],
    scope: 'project_id',
    expiry: [{ column: 'superseded_at', ...versions, ...(remove && { remove }) }],
  },
  {
    table: 'known_imports',
    user: null,
    key: ['key'],
    expiry: [{ column: 'created_at', afterMs: 30 * dayMs }],
  },
  {
    table: 'tool_documents',
    user: null,
    key: ['owner_id', 'toolkit_slug', 'hash'],
    scope: 'owner_id',
  },
  {
    table: 'toolkit_contents',
    user: null,
    key: ['id'],
    scope: 'owner_id',
    expiry: [{ column: 'unused_at', afterMs: 0, aheadMs: 0 }],
    sharedBy: { table: 'toolkit_versions', column: 'content_id' },
    parts: [
      { table: 'tools', key: ['content_id', 'slug'], parent: 'content_id' },
      { table: 'known_imports', key: ['key'], parent: 'content_id' },
      {
        table: 'tool_documents',
        key: ['owner_id', 'toolkit_slug', 'hash'],
        parent: 'owner_id',
        references: 'owner_id',
      },
    ],
  },
  { table: 'toolkits', user: null, key: ['project_id', 'slug'], scope: 'project_id' },
  { table: 'slug_owners', user: null, key: ['project_id', 'kind', 'slug'], scope: 'project_id' },
]
