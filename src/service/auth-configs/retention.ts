import type { Retention } from '../platform/retention/index.ts'

export const authConfigRetention: readonly Retention[] = [
  { table: 'auth_configs', user: null, key: ['id'], scope: 'project_id' },
  { table: 'oauth_redirects', user: null, key: ['key'], scope: 'project_id' },
]
