import type { Capability } from '../endpoint/index.ts'
import type { Platform } from '../platform/open-platform.ts'
import { migrationHandlers } from './handlers.ts'

/** Resolves a legacy UUID to the current id of its resource. */
export const createMigration = (
  _platform: Platform,
  needs: Parameters<typeof migrationHandlers>[0],
) => ({ handlers: { migration: migrationHandlers(needs) } }) satisfies Capability
