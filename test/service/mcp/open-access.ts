import { accountStore } from '../../../src/service/accounts/store.ts'
import { createServerAccess, type ServerAccess } from '../../../src/service/mcp/server-access.ts'
import { systemClock } from '../../../src/service/platform/clock.ts'
import { createSecrets, parseKeyRing } from '../../../src/service/platform/secrets/index.ts'
import { createProjectRules } from '../../../src/service/projects/project.ts'
import { openServiceDatabase } from '../../support/open-service-database.ts'
import type { SharedDatabase } from '../../support/shared-database.ts'

/**
 * Access to the servers of a running service as another node sees it; each call of the answer
 * remembers nothing of a project.
 */
export const openAccess = async (shared: SharedDatabase): Promise<() => ServerAccess> => {
  const database = await openServiceDatabase(shared.database)
  // The root key of `startService`.
  const secrets = createSecrets(parseKeyRing(`1:${Buffer.alloc(32, 7).toString('base64')}`))
  return () =>
    createServerAccess({
      database,
      projects: createProjectRules({ database, secrets, clock: systemClock }),
      accounts: {
        findUser: async (project, id) =>
          (await accountStore(database.handle).find(project.id, id))?.user_id,
      },
      clock: systemClock,
    })
}
