import type { Retention } from '../platform/retention/index.ts'

export const catalogRetention: readonly Retention[] = [
  { table: 'toolkit_imports', key: ['id'], scope: 'project_id' },
  { table: 'toolkit_changes', key: ['id'], scope: 'project_id' },
  { table: 'tool_annotations', key: ['project_id', 'slug'], scope: 'project_id' },
  { table: 'tools', key: ['project_id', 'slug', 'version'], scope: 'project_id' },
  { table: 'tool_documents', key: ['project_id', 'toolkit_slug', 'hash'], scope: 'project_id' },
  { table: 'toolkit_versions', key: ['project_id', 'slug', 'version'], scope: 'project_id' },
  { table: 'toolkits', key: ['project_id', 'slug'], scope: 'project_id' },
  { table: 'slug_owners', key: ['project_id', 'kind', 'slug'], scope: 'project_id' },
]
