import type { Retention } from '../platform/retention/index.ts'

export const authConfigRetention: readonly Retention[] = [
  { table: 'auth_configs', key: ['id'], scope: 'project_id' },
  { table: 'oauth_redirects', key: ['key'], scope: 'project_id' },
]
