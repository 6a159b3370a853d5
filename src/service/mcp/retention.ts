import type { Retention } from '../platform/retention/index.ts'

export const mcpRetention: readonly Retention[] = [
  {
    table: 'mcp_server_instances',
    user: { by: 'id', column: 'user_id', exports: ['id', 'server_id', 'expires_at', 'created_at'] },
    key: ['id'],
    scope: 'project_id',
    owners: [{ event: 'mcp_server.deleted', column: 'server_id' }],
  },
  {
    table: 'mcp_url_rotations',
    // A keyed hash, which stays, so that the URLs of an erased user are never valid again.
    user: null,
    key: ['id'],
    scope: 'project_id',
    owners: [{ event: 'mcp_server.deleted', column: 'server_id' }],
  },
  { table: 'mcp_servers', user: null, key: ['id'], scope: 'project_id' },
]
