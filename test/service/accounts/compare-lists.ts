import type { AccountStatus } from '../../../src/contract/connected-accounts.ts'
import {
  accountStore,
  type AccountFilter,
  type Tables,
} from '../../../src/service/accounts/store.ts'
import type { Handle } from '../../../src/service/platform/database/index.ts'
import { parsePage, toPage } from '../../../src/service/platform/pagination.ts'

export const statuses: AccountStatus[] = ['ACTIVE', 'EXPIRED', 'INACTIVE', 'FAILED']
const users = ['a', 'a:b', `it's "c"`, 'd=%']
/** Each with its toolkit. */
export const authConfigs = [
  ['ac_1', 'notes'],
  ['ac_2', 'notes'],
  ['ac_3', 'tracker'],
  ['ac_4', 'mail'],
] as const
const toolkits = ['notes', 'tracker', 'mail']

export const accountRow = (
  id: string,
  {
    user,
    authConfig,
    status,
    project = 'pr',
    at = 0,
  }: { user: number; authConfig: number; status: number; project?: string; at?: number },
) => {
  const [authConfigId, toolkit] = authConfigs[authConfig % authConfigs.length] ?? authConfigs[0]
  const time = new Date(Date.parse('2026-11-21T12:00:00.000Z') + at * 1000).toISOString()
  return {
    id,
    uuid: id,
    project_id: project,
    user_id: users[user % users.length] ?? '',
    toolkit_slug: toolkit,
    auth_config_id: authConfigId,
    status: statuses[status % statuses.length] ?? ('ACTIVE' as const),
    is_disabled: 0,
    values: '',
    created_at: time,
    updated_at: time,
  }
}

/** Auth configs as accounts belong to; nothing reads them. */
export const insertAuthConfigs = async (handle: Handle): Promise<void> => {
  const rest = {
    uuid: '',
    project_id: 'pr',
    name: '',
    auth_scheme: 'API_KEY',
    scheme_definition: '{}',
    status: 'ENABLED',
    settings: '{}',
    secrets: '',
    created_at: '',
    last_updated_at: '',
  }
  const rows = authConfigs.map(([id, toolkit_slug]) => ({ id, toolkit_slug, ...rest }))
  await handle
    .withTables<{ auth_configs: (typeof rows)[number] }>()
    .insertInto('auth_configs')
    .values(rows)
    .execute()
}

/** A filter by some of what accounts have, each list of values with up to three of them. */
export const anyFilter = (random: () => number): AccountFilter => {
  const some = <Value>(values: readonly Value[]): Value[] | undefined =>
    random() < 0.35
      ? undefined
      : Array.from(
          { length: 1 + Math.floor(random() * 3) },
          () => values[Math.floor(random() * values.length)] as Value,
        )
  return {
    userIds: some([...users, 'nobody']),
    toolkits: some(toolkits),
    authConfigIds: some(authConfigs.map(([id]) => id)),
    statuses: some([...statuses, 'REVOKED']),
  }
}

/** What the pages of a list give from the first to the last, and the totals that they state. */
export const walk = async (
  handle: Handle,
  filter: AccountFilter,
  order: { by: 'created_at' | 'updated_at'; direction: 'asc' | 'desc' },
  limit: number,
) => {
  const ids: string[] = []
  const totals = new Set<number>()
  let cursor: string | null = null
  do {
    const page = parsePage({ cursor, limit })
    const { rows, total, next } = await accountStore(handle).page('pr', filter, order, page)
    ids.push(...rows.map(({ id }) => id))
    totals.add(total)
    cursor = toPage(rows, total, page, next).next_cursor
  } while (cursor !== null)
  return { ids, totals: [...totals] }
}

/** The same, read through row by row. */
export const readThrough = async (
  handle: Handle,
  { userIds, toolkits: slugs, authConfigIds, statuses: wanted }: AccountFilter,
  order: { by: 'created_at' | 'updated_at'; direction: 'asc' | 'desc' },
) => {
  const rows = await handle
    .withTables<Tables>()
    .selectFrom('connected_accounts')
    .select([
      'id',
      'user_id',
      'toolkit_slug',
      'auth_config_id',
      'status',
      'created_at',
      'updated_at',
    ])
    .where('project_id', '=', 'pr')
    .execute()
  const has = (values: readonly string[] | undefined, value: string) =>
    values === undefined || values.includes(value)
  const found = rows.filter(
    (row) =>
      has(userIds, row.user_id) &&
      has(slugs, row.toolkit_slug) &&
      has(authConfigIds, row.auth_config_id) &&
      has(wanted, row.status),
  )
  const sorted = found
    .toSorted((a, b) =>
      a[order.by] < b[order.by] || (a[order.by] === b[order.by] && a.id < b.id) ? -1 : 1,
    )
    .map(({ id }) => id)
  return { ids: order.direction === 'asc' ? sorted : sorted.toReversed(), totals: [found.length] }
}
