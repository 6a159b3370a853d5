import type { Retention } from '../platform/retention/index.ts'

export const mcpRetention: readonly Retention[] = [
  {
    table: 'mcp_server_instances',
    key: ['id'],
    scope: 'project_id',
    owners: [{ event: 'mcp_server.deleted', column: 'server_id' }],
  },
  {
    table: 'mcp_url_rotations',
    key: ['id'],
    scope: 'project_id',
    owners: [{ event: 'mcp_server.deleted', column: 'server_id' }],
  },
  { table: 'mcp_servers', key: ['id'], scope: 'project_id' },
]
