import { beforeAll, describe, expect, it } from 'vitest'
import {
  accountStore,
  type AccountFilter,
  type AccountOrder,
} from '../../../../src/service/accounts/store.ts'
import { authConfigStore } from '../../../../src/service/auth-configs/store.ts'
import { executionStore } from '../../../../src/service/execution/store.ts'
import { mcpInstanceStore, mcpServerStore } from '../../../../src/service/mcp/store.ts'
import type { Handle } from '../../../../src/service/platform/database/index.ts'
import type { PageOfRows } from '../../../../src/service/platform/lists/index.ts'
import type { PageRequest } from '../../../../src/service/platform/pagination.ts'
import { projectStore } from '../../../../src/service/projects/store.ts'
import { approvalStore } from '../../../../src/service/approvals/store.ts'
import { sessionStore } from '../../../../src/service/sessions/store.ts'
import { triggerStore } from '../../../../src/service/triggers/store.ts'
import { deliveryStore } from '../../../../src/service/webhooks/deliveries/store.ts'
import { subscriptionStore } from '../../../../src/service/webhooks/store.ts'
import { verifies } from '../../../requirements.ts'
import { isThorough } from '../../../support/thorough.ts'
import { describeEachEngine, type TemporaryDatabase } from '../../../support/temporary-database.ts'
import { allSteps, explain, toText, type Step } from './explain.ts'
import { fillLists, rowsPerList } from './fill.ts'

type ReadPage = (handle: Handle, page: PageRequest) => Promise<PageOfRows<{ id: string }>>

const newest = { by: 'created_at', direction: 'desc' } as const
const leastRecent = { by: 'updated_at', direction: 'asc' } as const
const liveSince = '2026-11-21T17:18:20.000Z'
/** Long enough ago for some pages of every user's. */
const longSince = '2026-11-21T14:40:00.000Z'

const accountFilters: [string, AccountFilter][] = [
  ['users', { userIds: ['user3', 'user4'] }],
  ['an auth config', { authConfigIds: ['ac_2'] }],
  ['toolkits', { toolkits: ['toolkit2', 'toolkit4'] }],
  ['statuses', { statuses: ['ACTIVE', 'INACTIVE'] }],
]

/** Connected accounts under every two, three and four filters at once. */
const combinations: Record<string, ReadPage> = Object.fromEntries(
  Array.from({ length: 2 ** accountFilters.length }, (_, bits) =>
    accountFilters.filter((_filter, index) => (bits >> index) & 1),
  )
    .filter((filters) => filters.length > 1)
    .flatMap((filters) => {
      const name = `connected accounts by ${filters.map(([what]) => what).join(', ')}`
      const filter = Object.assign({}, ...filters.map(([, value]) => value)) as AccountFilter
      const pageBy =
        (order: AccountOrder): ReadPage =>
        (handle, page) =>
          accountStore(handle).page('pr', filter, order, page)
      const byChange: [string, ReadPage] = [
        `${name}, least recently changed first`,
        pageBy(leastRecent),
      ]
      return isThorough || filters.length === 3
        ? [[name, pageBy(newest)], byChange]
        : [[name, pageBy(newest)]]
    }),
)

/** Approvals of a project under every combination of filters. */
const approvalCombinations: Record<string, ReadPage> = Object.fromEntries(
  [undefined, 'used' as const, 'pending' as const, 'expired' as const].flatMap((status) =>
    [undefined, ['user3']].flatMap((userIds) =>
      [undefined, ['TOOL3']].map((tools): [string, ReadPage] => [
        `approvals of a project by ${[status, userIds, tools].join(', ')}`,
        (handle, page) =>
          approvalStore(handle).page('pr', { status, userIds, tools }, longSince, page),
      ]),
    ),
  ),
)

/** Every list that lies in the database, whole and under its filters. */
const lists: Record<string, ReadPage> = {
  'connected accounts': (handle, page) => accountStore(handle).page('pr', {}, newest, page),
  'connected accounts, least recently changed first': (handle, page) =>
    accountStore(handle).page('pr', {}, leastRecent, page),
  'connected accounts of a user': (handle, page) =>
    accountStore(handle).page('pr', { userIds: ['user3'] }, newest, page),
  'connected accounts of users, by change': (handle, page) =>
    accountStore(handle).page('pr', { userIds: ['user3', 'user4'] }, leastRecent, page),
  'connected accounts of a toolkit': (handle, page) =>
    accountStore(handle).page('pr', { toolkits: ['toolkit2'] }, newest, page),
  'connected accounts of toolkits': (handle, page) =>
    accountStore(handle).page('pr', { toolkits: ['toolkit2', 'toolkit4'] }, newest, page),
  'connected accounts of an auth config': (handle, page) =>
    accountStore(handle).page('pr', { authConfigIds: ['ac_2'] }, newest, page),
  'connected accounts with a status': (handle, page) =>
    accountStore(handle).page('pr', { statuses: ['ACTIVE'] }, newest, page),
  ...combinations,
  'auth configs': (handle, page) => authConfigStore(handle).page('pr', {}, page),
  'auth configs, disabled ones too': (handle, page) =>
    authConfigStore(handle).page('pr', { showDisabled: true }, page),
  'auth configs with an application of their own': (handle, page) =>
    authConfigStore(handle).page('pr', { isManaged: false }, page),
  'auth configs with an application of their own, disabled ones too': (handle, page) =>
    authConfigStore(handle).page('pr', { isManaged: false, showDisabled: true }, page),
  'auth configs of a toolkit': (handle, page) =>
    authConfigStore(handle).page('pr', { toolkits: ['toolkit1'] }, page),
  'auth configs of toolkits, disabled ones too': (handle, page) =>
    authConfigStore(handle).page(
      'pr',
      { toolkits: ['toolkit1', 'toolkit2'], showDisabled: true },
      page,
    ),
  'tool executions': (handle, page) => executionStore(handle).page('pr', {}, page),
  'tool executions of a user': (handle, page) =>
    executionStore(handle).page('pr', { userIds: ['user7'] }, page),
  'tool executions of sessions': (handle, page) =>
    executionStore(handle).page('pr', { sessionIds: ['trs_1', 'trs_2', 'trs_3'] }, page),
  'tool executions of a tool': (handle, page) =>
    executionStore(handle).page('pr', { tools: ['TOOL3'] }, page),
  'tool executions of a toolkit': (handle, page) =>
    executionStore(handle).page('pr', { toolkits: ['toolkit3'] }, page),
  'tool executions that failed': (handle, page) =>
    executionStore(handle).page('pr', { status: 'error' }, page),
  'trigger instances': (handle, page) => triggerStore(handle).page('pr', {}, page),
  'trigger instances, disabled ones too': (handle, page) =>
    triggerStore(handle).page('pr', { showDisabled: true }, page),
  'trigger instances of an account': (handle, page) =>
    triggerStore(handle).page('pr', { accountIds: ['ca_4'] }, page),
  'trigger instances of users, disabled ones too': (handle, page) =>
    triggerStore(handle).page('pr', { userIds: ['user1', 'user2'], showDisabled: true }, page),
  'trigger instances of an auth config': (handle, page) =>
    triggerStore(handle).page('pr', { authConfigIds: ['ac_3'] }, page),
  'trigger instances of trigger types': (handle, page) =>
    triggerStore(handle).page('pr', { triggerSlugs: ['TRIGGER1', 'TRIGGER2'] }, page),
  'webhook subscriptions': (handle, page) => subscriptionStore(handle).page('pr', page),
  'webhook deliveries': (handle, page) => deliveryStore(handle).page('ws_1', undefined, page),
  'webhook deliveries that are dead': (handle, page) =>
    deliveryStore(handle).page('ws_1', 'dead', page),
  'MCP servers': (handle, page) => mcpServerStore(handle).page('pr', {}, newest, page),
  'MCP servers, least recently changed first': (handle, page) =>
    mcpServerStore(handle).page('pr', {}, leastRecent, page),
  'instances of an MCP server': (handle, page) =>
    mcpInstanceStore(handle).page('mcp_1', newest, page),
  projects: (handle, page) => projectStore(handle).listProjects({ organizationId: 'org' }, page),
  'approvals of a session': (handle, page) =>
    approvalStore(handle).page('pr', { sessionIds: ['trs_1'] }, liveSince, page),
  'approvals of a project': (handle, page) => approvalStore(handle).page('pr', {}, liveSince, page),
  ...approvalCombinations,
  sessions: (handle, page) => sessionStore(handle).page('pr', {}, page),
  'sessions of a user': (handle, page) =>
    sessionStore(handle).page('pr', { userIds: ['user3'] }, page),
  'sessions of users': (handle, page) =>
    sessionStore(handle).page('pr', { userIds: ['user3', 'user4'] }, page),
  'approvals that were used': (handle, page) =>
    approvalStore(handle).page('pr', { sessionIds: ['trs_1'], status: 'used' }, liveSince, page),
  'approvals that wait': (handle, page) =>
    approvalStore(handle).page('pr', { sessionIds: ['trs_1'], status: 'pending' }, liveSince, page),
  'approvals that expired': (handle, page) =>
    approvalStore(handle).page('pr', { sessionIds: ['trs_1'], status: 'expired' }, liveSince, page),
}

const limit = 20
const ordinal = (page: number): PageRequest => ({ page, limit, offset: (page - 1) * limit })

describeEachEngine('every page of a list', (open, engine) => {
  let database: TemporaryDatabase
  beforeAll(async () => {
    database = await open({ migrated: true })
    await fillLists(database)
  }, 300_000)

  describe.each(Object.entries(lists))('of %s', (_name, read) => {
    it('is found in an index, with nothing read through or sorted', async () => {
      verifies('conventions.page.plans')
      const { total } = await read(database.handle, ordinal(1))
      expect(total).toBeGreaterThan(limit)
      expect(total).toBeLessThanOrEqual(rowsPerList)
      const middle = Math.ceil(total / limit / 2)
      const before = await read(database.handle, ordinal(middle))
      const last = Math.ceil(total / limit)
      const beforeLast = await read(database.handle, ordinal(last - 1))
      expect(before.next).not.toBeNull()
      expect(beforeLast.next).not.toBeNull()
      const pages: PageRequest[] = [
        ordinal(1),
        { ...ordinal(middle + 1), after: before.next ?? undefined },
        { ...ordinal(last), after: beforeLast.next ?? undefined },
        ordinal(middle),
        ordinal(last),
      ]
      for (const page of pages) {
        for (const plan of await explain(database, (handle) => read(handle, page))) {
          expect(toText(plan)).toMatch(
            engine === 'sqlite'
              ? /SEARCH/
              : /Index (Only )?Scan|Bitmap Index Scan on list_counts_key/,
          )
          expect(allSteps(plan).filter(readsAll), toText(plan)).toEqual([])
          expect(
            allSteps(plan).filter(engine === 'sqlite' ? sortsOnSqlite : sortsOnPostgres),
            toText(plan),
          ).toEqual([])
        }
      }
    })
  })

  it('of connected accounts that are asked for by id is looked up by id, whatever else they are filtered by', async () => {
    verifies('conventions.page.plans')
    const ids = Array.from({ length: 30 }, (_, index) => `ca_${index * 50 + 3}`)
    for (const filter of [
      { ids },
      {
        ids,
        userIds: ['user3'],
        toolkits: ['toolkit1', 'toolkit2'],
        statuses: ['ACTIVE' as const],
      },
    ]) {
      const read: ReadPage = (handle, page) => accountStore(handle).page('pr', filter, newest, page)
      expect((await read(database.handle, ordinal(1))).total).toBeGreaterThan(3)
      for (const plan of await explain(database, (handle) => read(handle, ordinal(1)))) {
        expect(toText(plan)).toMatch(
          engine === 'sqlite'
            ? /SEARCH connected_accounts USING INDEX sqlite_autoindex_connected_accounts_1/
            : /connected_accounts_pkey/,
        )
        expect(toText(plan)).not.toMatch(/connected_accounts_(list|groups|created|updated|user)/)
      }
    }
  })
})

/**
 * Reading a table or an index from end to end. What is called found, branches and branch0 holds a
 * page at most.
 */
const readsAll = ({ text }: Step): boolean =>
  text.startsWith('Seq Scan') ||
  (text.startsWith('SCAN') && !/^SCAN (found|branches|branch\d+)$/.test(text))

/** Sorting what was limited before is no harm: a page, or one of each value. */
const sortsOnSqlite = ({ inputs }: Step): boolean =>
  inputs.some(({ text }) => text === 'USE TEMP B-TREE FOR ORDER BY') &&
  !/^SCAN (found|branches|branch\d+)$/.test(
    inputs.find(({ text }) => /^(SCAN|SEARCH)/.test(text))?.text ?? '',
  )

/** So is sorting the totals that a page adds up. */
const sortsOnPostgres = (step: Step): boolean =>
  /^(Incremental )?Sort /.test(step.text) &&
  !/^Limit|list_counts/.test(
    allSteps(step).find(({ text }) => /^Limit|Scan/.test(text))?.text ?? '',
  )
