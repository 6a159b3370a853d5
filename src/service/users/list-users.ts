import type { User } from '../../contract/users.ts'
import { accountList } from '../accounts/index.ts'
import type { Project } from '../endpoint/index.ts'
import type { Database, Handle } from '../platform/database/index.ts'
import { countByValue, inSnapshot, readValues } from '../platform/lists/index.ts'
import { parsePage, toPage, type Page } from '../platform/pagination.ts'
import { sessionList } from '../sessions/index.ts'
import { userStore } from './store.ts'

export type ListUsers = ReturnType<typeof createListUsers>

/** Users of whom the project has something, in the order of their ids. */
export const createListUsers =
  ({ database: { handle } }: { database: Database }) =>
  async (
    project: Project,
    prefix: string,
    query: Parameters<typeof parsePage>[0],
  ): Promise<Page<User>> => {
    const page = parsePage(query)
    const request = { prefix, limit: page.limit, offset: page.offset }
    const { items, total } = (await userStore(handle).isComplete())
      ? await readUsers(handle, project.id, request)
      : await collectUsers(handle, project.id, request)
    return toPage(items, total, page)
  }

type Request = { prefix: string; limit: number; offset: number }
type Found = { items: User[]; total: number }

const column = 'user_id'

const readUsers = (handle: Handle, projectId: string, request: Request): Promise<Found> =>
  inSnapshot(handle, async (snapshot) => {
    const { ids, total } = await userStore(snapshot).page(projectId, request)
    const accounts = await countByValue(snapshot, accountList, projectId, column, ids)
    const sessions = await countByValue(snapshot, sessionList, projectId, column, ids)
    return { total, items: ids.map((id) => toUser(id, accounts.get(id), sessions.get(id))) }
  })

/** From the totals of their records, as long as migrations have not walked them all. */
const collectUsers = async (
  handle: Handle,
  projectId: string,
  request: Request,
): Promise<Found> => {
  const lists = [accountList, sessionList]
  const { values, total } = await readValues(handle, lists, projectId, column, request)
  return { total, items: values.map(({ value, counts }) => toUser(value, ...counts)) }
}

const toUser = (id: string, accounts = 0, sessions = 0): User => ({
  user_id: id,
  connected_accounts: accounts,
  sessions,
})
