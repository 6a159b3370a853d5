import { dayMs } from '../platform/clock.ts'
import type { Retention } from '../platform/retention/index.ts'

export const catalogRetention: readonly Retention[] = [
  { table: 'toolkit_imports', key: ['id'], scope: 'project_id' },
  { table: 'import_requests', key: ['import_id', 'part'], scope: 'project_id' },
  { table: 'toolkit_changes', key: ['id'], scope: 'project_id' },
  { table: 'tool_annotations', key: ['project_id', 'slug'], scope: 'project_id' },
  { table: 'toolkit_versions', key: ['project_id', 'slug', 'version'], scope: 'project_id' },
  {
    table: 'known_imports',
    key: ['key'],
    expiry: [{ column: 'created_at', afterMs: 30 * dayMs }],
  },
  { table: 'tool_documents', key: ['owner_id', 'toolkit_slug', 'hash'], scope: 'owner_id' },
  {
    table: 'toolkit_contents',
    key: ['id'],
    scope: 'owner_id',
    expiry: [{ column: 'unused_at', afterMs: 0 }],
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
  { table: 'toolkits', key: ['project_id', 'slug'], scope: 'project_id' },
  { table: 'slug_owners', key: ['project_id', 'kind', 'slug'], scope: 'project_id' },
]
