import { toShortCode } from '../platform/secrets/index.ts'
import type { Project } from '../endpoint/index.ts'

/** The maximum number of attempts at one approval's code, including the successful one. */
export const maximumCodeAttempts = 5

/**
 * The code of an approval, only for its user. It is derived from the project's key, so it is not
 * stored.
 */
export const approvalCode = (project: Project, id: string): string =>
  toShortCode(project.dataKey.fingerprint(id, { record: id, field: 'approval code' }))
