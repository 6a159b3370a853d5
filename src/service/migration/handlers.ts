import type { contract } from '../../contract/contract.ts'
import type { LegacyType } from '../../contract/migration.ts'
import type { Handlers, Project } from '../endpoint/index.ts'
import { ServiceError } from '../service-error.ts'

/** Finds a project's resource by its legacy UUID; each capability resolves its own resources. */
type FindByUuid = (project: Project, uuid: string) => Promise<{ id: string } | undefined>

export const migrationHandlers = ({
  finders,
}: {
  finders: Record<LegacyType, FindByUuid>
}): Handlers<typeof contract.migration> => ({
  getNanoid: async ({ query }, { project }) => {
    const found = await finders[query.type](project, query.uuid)
    if (!found) {
      throw new ServiceError(
        'gone',
        `No ${query.type} of this project has the UUID ${query.uuid}`,
        {
          suggestedFix:
            'Check that `type` is the type of the resource with this UUID, and that the key belongs to its project',
        },
      )
    }
    return { status: 200, body: { nanoid: found.id } }
  },
})
