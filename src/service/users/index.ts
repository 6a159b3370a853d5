import type { Capability } from '../endpoint/index.ts'
import type { Platform } from '../platform/open-platform.ts'
import { createEraseUser, type EraseNeeds } from './erase-user.ts'
import { createExportUser } from './export-user.ts'
import { userHandlers } from './handlers.ts'
import { createListUsers } from './list-users.ts'
import { userMigrations } from './migrations.ts'
import { userStore } from './store.ts'

/** The users of a project, as far as it has something of theirs. */
export const createUsers = (platform: Platform, needs: EraseNeeds) => {
  const eraseUser = createEraseUser(platform, needs)
  const exportUser = createExportUser(platform, needs)
  return {
    migrations: userMigrations,
    api: {
      erase: eraseUser,
      export: exportUser,
      /** How many users are not as their records say, as far as those were walked. */
      countWrong: async () => {
        const store = userStore(platform.database.handle)
        return (await store.isComplete()) ? store.countWrong() : 0
      },
    },
    handlers: {
      users: userHandlers({ listUsers: createListUsers(platform), eraseUser, exportUser }),
    },
  } satisfies Capability
}

export type UsersApi = ReturnType<typeof createUsers>['api']
