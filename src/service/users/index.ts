import type { Capability } from '../endpoint/index.ts'
import type { Platform } from '../platform/open-platform.ts'
import { createEraseUser, type EraseNeeds } from './erase-user.ts'
import { createExportUser } from './export-user.ts'
import { userHandlers } from './handlers.ts'
import { createListUsers } from './list-users.ts'

/** The users of a project, as far as it has something of theirs. */
export const createUsers = (platform: Platform, needs: EraseNeeds) => {
  const eraseUser = createEraseUser(platform, needs)
  const exportUser = createExportUser(platform, needs)
  return {
    api: { erase: eraseUser, export: exportUser },
    handlers: {
      users: userHandlers({ listUsers: createListUsers(platform), eraseUser, exportUser }),
    },
  } satisfies Capability
}

export type UsersApi = ReturnType<typeof createUsers>['api']
