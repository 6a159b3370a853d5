import type { contract } from '../../contract/contract.ts'
import type { Handlers } from '../endpoint/index.ts'
import type { createEraseUser } from './erase-user.ts'
import type { createExportUser } from './export-user.ts'
import type { ListUsers } from './list-users.ts'

const defaultLimit = 100

export const userHandlers = ({
  listUsers,
  eraseUser,
  exportUser,
}: {
  listUsers: ListUsers
  eraseUser: ReturnType<typeof createEraseUser>
  exportUser: ReturnType<typeof createExportUser>
}): Handlers<typeof contract.users> => ({
  list: async ({ query }, { project }) => ({
    status: 200,
    body: await listUsers(project, query.prefix ?? '', query),
  }),
  get: async ({ params: { user_id }, query }, { project }) => {
    const { after, limit = defaultLimit } = query
    const { items, next_cursor: next } = await exportUser(project, user_id, {
      cursor: after,
      limit,
    })
    return { status: 200, body: { user_id, items, next } }
  },
  erase: async ({ params: { user_id } }, { project }) => ({
    status: 200,
    body: { user_id, erased: await eraseUser(project, user_id) },
  }),
})
