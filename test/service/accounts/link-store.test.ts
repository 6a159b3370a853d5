import { beforeAll, expect, it } from 'vitest'
import { dayMs } from '../../../src/service/platform/clock.ts'
import { accountRetention } from '../../../src/service/accounts/retention.ts'
import { deleteExpired, toKept } from '../../../src/service/platform/retention/index.ts'
import {
  attemptStore,
  confirmationStore,
  type AttemptRow,
} from '../../../src/service/accounts/connecting/store.ts'
import {
  accountStore,
  linkStore,
  type AccountRow,
  type LinkRow,
} from '../../../src/service/accounts/store.ts'
import { authConfigStore } from '../../../src/service/auth-configs/store.ts'
import { verifies } from '../../requirements.ts'
import { describeEachEngine, type TemporaryDatabase } from '../../support/temporary-database.ts'

const at = (minutes: number) =>
  new Date(Date.parse('2026-11-21T12:00:00.000Z') + minutes * 60_000).toISOString()

describeEachEngine('expired links', (open) => {
  let database: TemporaryDatabase
  beforeAll(async () => {
    database = await open({ migrated: true })
    await authConfigStore(database.handle).insert({
      id: 'ac_1',
      uuid: 'u',
      project_id: 'pr_1',
      toolkit_slug: 'notes',
      name: 'n',
      auth_scheme: 'API_KEY',
      scheme_definition: '{}',
      servers: '[]',
      status: 'ENABLED',
      is_managed: 0,
      redirect_key: null,
      settings: '{}',
      secrets: '',
      created_by: null,
      created_at: at(0),
      last_updated_at: at(0),
    })
  })

  const insert = async (id: string, status: AccountRow['status'], links: Partial<LinkRow>[]) => {
    await accountStore(database.handle).insert({
      id,
      uuid: id,
      project_id: 'pr_1',
      user_id: 'ada',
      toolkit_slug: 'notes',
      auth_config_id: 'ac_1',
      status,
      status_reason: null,
      is_disabled: 0,
      values: '',
      created_at: at(0),
      updated_at: at(0),
    })
    for (const [index, link] of links.entries()) {
      const row = {
        id: `${id} ${index}`,
        token_hash: `${id} ${index}`,
        project_id: 'pr_1',
        connected_account_id: id,
        offer_key: null,
        callback_url: null,
        confirmation: null,
        secrets: '',
        created_at: at(0),
        expires_at: at(30),
        used_at: null,
        browser_hash: null,
        ...link,
      }
      await linkStore(database.handle).insert(row)
    }
  }

  it('take along the accounts that nobody connected, unless another link to them is valid', async () => {
    verifies('accounts.link.expiry')
    await insert('ca_late', 'INITIATED', [{}])
    await insert('ca_renewed', 'INITIATED', [{}, { expires_at: at(90) }])
    await insert('ca_connected', 'ACTIVE', [{}])
    await linkStore(database.handle).expireAccounts(at(31), 'too late')

    const { list } = accountStore(database.handle)
    const rows = await list('pr_1', {}, { by: 'created_at', direction: 'asc' }, { limit: 10 })
    expect(rows.map(({ id, status, status_reason }) => [id, status, status_reason])).toEqual([
      ['ca_connected', 'ACTIVE', null],
      ['ca_late', 'EXPIRED', 'too late'],
      ['ca_renewed', 'INITIATED', null],
    ])
  })

  it('are removed, but for one that may be offered again', async () => {
    const store = linkStore(database.handle)
    await insert('ca_offered', 'INITIATED', [{ offer_key: 'key' }])
    await deleteExpired(
      database.handle,
      accountRetention(toKept()),
      new Date(Date.parse(at(0)) + 100 * dayMs),
    )
    expect(await store.findOffer('key')).toMatchObject({ connected_account_id: 'ca_offered' })
    expect(
      await store.insert({
        id: 'again',
        token_hash: 'again',
        project_id: 'pr_1',
        connected_account_id: 'ca_offered',
        offer_key: 'key',
        callback_url: null,
        confirmation: null,
        secrets: '',
        created_at: at(0),
        expires_at: at(30),
        used_at: null,
        browser_hash: null,
      }),
    ).toBe(false)
    await accountStore(database.handle).delete('pr_1', 'ca_offered')
    expect(await store.findOffer('key')).toBeUndefined()
  })

  it('leave an account alone whose user is at the provider', async () => {
    verifies('accounts.link.expiry')
    await insert('ca_away', 'INITIATED', [{}])
    await insert('ca_back', 'INITIATED', [{}])
    const attempt = (id: string, change: Partial<AttemptRow>) =>
      attemptStore(database.handle).insert({
        id,
        state_hash: id,
        project_id: 'pr_1',
        connected_account_id: id,
        link_id: `${id} 0`,
        browser_hash: null,
        secrets: '',
        created_at: at(20),
        expires_at: at(50),
        used_at: null,
        ...change,
      })
    await attempt('ca_away', {})
    await attempt('ca_back', { used_at: at(21) })
    await linkStore(database.handle).expireAccounts(at(31), 'too late')
    const { find } = accountStore(database.handle)
    expect([
      (await find('pr_1', 'ca_away'))?.status,
      (await find('pr_1', 'ca_back'))?.status,
    ]).toEqual(['INITIATED', 'EXPIRED'])
    await linkStore(database.handle).expireAccounts(at(51), 'too late')
    expect((await find('pr_1', 'ca_away'))?.status).toBe('EXPIRED')
  })

  it('and codes that nobody gave in time are found', async () => {
    verifies('accounts.confirmation')
    const store = confirmationStore(database.handle)
    for (const id of ['ca_late_code', 'ca_early_code']) {
      await insert(id, 'INITIATED', [{ used_at: at(1), expires_at: at(90) }])
      await store.put({
        connected_account_id: id,
        project_id: 'pr_1',
        attempts: 0,
        code_hash: id,
        secrets: '',
        created_at: at(1),
        expires_at: id === 'ca_late_code' ? at(11) : at(20),
      })
    }
    const expired = await store.listExpired(at(12), 10)
    expect(expired.map((row) => row.connected_account_id)).toEqual(['ca_late_code'])
  })
})
