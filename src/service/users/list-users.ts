import type { User } from '../../contract/users.ts'
import { accountList } from '../accounts/index.ts'
import type { Project } from '../endpoint/index.ts'
import type { Database } from '../platform/database/index.ts'
import { readValues } from '../platform/lists/index.ts'
import { parsePage, toPage, type Page } from '../platform/pagination.ts'
import { sessionList } from '../sessions/index.ts'

export type ListUsers = ReturnType<typeof createListUsers>

/** Users of whom the project has something, in the order of their ids. */
export const createListUsers =
  ({ database }: { database: Database }) =>
  async (
    project: Project,
    prefix: string,
    query: Parameters<typeof parsePage>[0],
  ): Promise<Page<User>> => {
    const page = parsePage(query)
    const { values, total } = await readValues(
      database.handle,
      [accountList, sessionList],
      project.id,
      'user_id',
      { prefix, limit: page.limit, offset: page.offset },
    )
    const items = values.map(({ value, counts: [accounts = 0, sessions = 0] }) => ({
      user_id: value,
      connected_accounts: accounts,
      sessions,
    }))
    return toPage(items, total, page)
  }
