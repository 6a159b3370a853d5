import type { Capability } from '../endpoint/index.ts'
import type { Platform } from '../platform/open-platform.ts'
import { createDescriptionCache } from './description-cache.ts'
import { descriptionMigrations } from './migrations.ts'
import { descriptionRetention } from './retention.ts'

/** What the official addresses of descriptions held, for every project. */
export const createDescriptions = (platform: Pick<Platform, 'database' | 'files' | 'clock'>) =>
  ({
    api: createDescriptionCache(platform),
    migrations: descriptionMigrations,
    retention: descriptionRetention,
  }) satisfies Capability

export type { DescriptionCache, ReadDescription, ReadOptions } from './description-cache.ts'
