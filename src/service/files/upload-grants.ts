import { z } from 'zod'
import { minuteMs, type Clock } from '../platform/clock.ts'
import { SecretsError } from '../platform/secrets/index.ts'
import type { Project } from '../endpoint/index.ts'
import type { Projects } from '../projects/index.ts'
import { ServiceError } from '../service-error.ts'

const lifetimeMs = 15 * minuteMs

const grantedUpload = z.object({
  s3key: z.string(),
  name: z.string(),
  mimetype: z.string(),
  md5: z.string(),
  expiresAt: z.number(),
})

/** The upload that a signed address allows: this content, with this key, until it expires. */
export type GrantedUpload = Omit<z.infer<typeof grantedUpload>, 'expiresAt'>

const place = { record: 'files', field: 'upload grant' }

/**
 * Sealed with the project's key: nobody else can create or change a grant, and it becomes invalid
 * with the project.
 */
export const sealGrant = ({ dataKey }: Project, clock: Clock, upload: GrantedUpload): string =>
  dataKey.encrypt(
    JSON.stringify({ ...upload, expiresAt: clock.now().getTime() + lifetimeMs }),
    place,
  )

/** Throws 403 for a grant that was created for another project, was changed, or has expired. */
export const openGrant = async (
  projects: Projects,
  clock: Clock,
  projectId: string,
  grant: string,
): Promise<{ project: Project; upload: GrantedUpload }> => {
  const project = await projects.get(projectId)
  if (!project) return refuse('was not created by this service, or its project was deleted')
  const { expiresAt, ...upload } = grantedUpload.parse(JSON.parse(decrypt(project, grant)))
  return expiresAt > clock.now().getTime() ? { project, upload } : refuse('has ended')
}

const decrypt = ({ dataKey }: Project, grant: string): string => {
  try {
    return dataKey.decrypt(grant, place)
  } catch (error) {
    if (error instanceof SecretsError)
      return refuse('was not created by this service, or was changed')
    throw error
  }
}

const refuse = (problem: string): never => {
  throw new ServiceError('forbidden', `This address for an upload ${problem}`, {
    suggestedFix: 'Get another with POST /api/v3/files/upload/request',
  })
}
