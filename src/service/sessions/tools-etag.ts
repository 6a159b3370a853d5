import { hash } from 'node:crypto'
import { serviceVersion } from '../platform/service-version.ts'
import type { OpenSession } from './open-session.ts'

/**
 * Identifies the tools of a session and their definitions: it covers everything that these are made
 * of. Versions of toolkits are immutable, and each import, deletion and hint raises the
 * `catalogStamp` of the project.
 */
export const toToolsEtag = (session: OpenSession, metaSlugs: readonly string[]): string => {
  const { project, catalogStamp, config, extras } = session
  const parts = [
    serviceVersion,
    project.id,
    project.catalogStamp,
    catalogStamp,
    config,
    extras,
    metaSlugs,
  ]
  return hash('sha256', JSON.stringify(parts), 'base64url')
}
