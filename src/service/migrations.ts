import type { Migration } from 'kysely/migration'
import { accountMigrations } from './accounts/migrations.ts'
import { authConfigMigrations } from './auth-configs/migrations.ts'
import { catalogMigrations } from './catalog/migrations.ts'
import { executionMigrations } from './execution/migrations.ts'
import { logoMigrations } from './logos/migrations.ts'
import { mcpMigrations } from './mcp/migrations.ts'
import { eventsMigrations } from './platform/events/migrations.ts'
import { filesMigrations } from './platform/files/migrations.ts'
import { listMigrations } from './platform/lists/index.ts'
import { jobsMigrations } from './platform/jobs/migrations.ts'
import { onceMigrations } from './platform/once/index.ts'
import { rateLimitMigrations } from './platform/rate-limit/index.ts'
import { projectEventMigrations } from './project-events/migrations.ts'
import { projectMigrations } from './projects/migrations.ts'
import { searchMigrations } from './search/migrations.ts'
import { sessionMigrations } from './sessions/migrations.ts'
import { planMigrations } from './plans/migrations.ts'
import { triggerMigrations } from './triggers/migrations.ts'
import { webhookMigrations } from './webhooks/migrations.ts'

/**
 * Every change of the tables, in the order of its name; one list for both engines. What is here
 * once never changes again.
 */
export const migrations: Record<string, Migration> = {
  ...jobsMigrations,
  ...eventsMigrations,
  ...filesMigrations,
  ...listMigrations,
  ...projectMigrations,
  ...catalogMigrations,
  ...authConfigMigrations,
  ...accountMigrations,
  ...executionMigrations,
  ...sessionMigrations,
  ...planMigrations,
  ...searchMigrations,
  ...onceMigrations,
  ...rateLimitMigrations,
  ...mcpMigrations,
  ...projectEventMigrations,
  ...triggerMigrations,
  ...webhookMigrations,
  ...logoMigrations,
}
