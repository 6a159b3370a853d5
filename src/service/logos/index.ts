import type { Capability } from '../endpoint/index.ts'
import type { Platform } from '../platform/open-platform.ts'
import type { Logo } from './check-image.ts'
import { createLogoRules } from './logos.ts'
import { logoMigrations } from './migrations.ts'
import { mountLogos } from './mount-logos.ts'
import { logoRetention } from './retention.ts'

/** Copies of the logos of projects and toolkits. */
export const createLogos = (
  platform: Platform,
  needs: { findDrawn: (hash: string) => Promise<Logo | undefined> },
) => {
  const api = createLogoRules({ ...platform, ...needs })
  return {
    api,
    migrations: logoMigrations,
    retention: logoRetention,
    mounts: [(app) => mountLogos(app, { logos: api })],
  } satisfies Capability
}

export type { FetchedLogo, Logo } from './check-image.ts'
export { logoPath } from './logo-path.ts'
export type { Logos } from './logos.ts'
