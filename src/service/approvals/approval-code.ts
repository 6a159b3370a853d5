import { toShortCode } from '../platform/secrets/index.ts'
import type { Project } from '../endpoint/index.ts'

/** How many codes may be tried on one approval, the right one among them. */
export const maximumCodeAttempts = 5

/**
 * The code of an approval, for its user alone. Only the key of the project leads to it, so it is
 * not stored.
 */
export const approvalCode = (project: Project, id: string): string =>
  toShortCode(project.dataKey.fingerprint(id, { record: id, field: 'approval code' }))
