import { damagedAuthConfig, type AuthConfig, type AuthConfigs } from '../auth-configs/index.ts'
import { supportedSchemes } from '../auth-schemes/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Handle } from '../platform/database/index.ts'
import type { Events } from '../platform/events/index.ts'
import { parsePage, toPage } from '../platform/pagination.ts'
import type { Remove } from '../platform/retention/index.ts'
import type { Project } from '../endpoint/index.ts'
import { ServiceError } from '../service-error.ts'
import { toAccount, type ConnectedAccount } from './account-row.ts'
import { createChooseAccount, withAuthConfig, type ChosenAccount } from './choose-account.ts'
import type { Revocations } from './revocation.ts'
import { accountStore, type AccountFilter, type AccountOrder } from './store.ts'

export type { ConnectedAccount } from './account-row.ts'

/** The most accounts of a user that are read at once. */
export const mostOfUser = 1000

export type { ChosenAccount } from './choose-account.ts'

/** Refuses values that cannot work with the toolkit. */
export type CheckConnection = (
  project: Project,
  connection: { authConfig: AuthConfig; values: Record<string, unknown> },
) => Promise<void>

export type Accounts = ReturnType<typeof createAccountRules>

/** The rules of connected accounts. */
export const createAccountRules = (parts: {
  database: Database
  authConfigs: AuthConfigs
  events: Events
  revocations: Revocations
  clock: Clock
}) => {
  const store = accountStore(parts.database.handle)

  /** `handle`: of the transaction that it is read in, if any. */
  const get = async (project: Project, id: string, handle?: Handle): Promise<ConnectedAccount> => {
    const row = await (handle ? accountStore(handle) : store).find(project.id, id)
    if (!row) throw unknownAccount(id)
    return toAccount(project, row)
  }

  const choose = createChooseAccount(parts)

  return {
    get,

    /** Whose account it is; `undefined` where there is none. */
    findUser: async (project: Project, id: string): Promise<string | undefined> =>
      (await store.find(project.id, id))?.user_id,

    /** The account with this legacy UUID. */
    findByUuid: (project: Project, uuid: string): Promise<{ id: string } | undefined> =>
      store.findByUuid(project.id, uuid),

    list: async (
      project: Project,
      filter: AccountFilter,
      order: AccountOrder,
      query: Parameters<typeof parsePage>[0],
    ) => {
      const page = parsePage(query)
      const { rows, total, next } = await store.page(project.id, filter, order, page)
      const accounts = rows.map((row) => toAccount(project, row))
      const authConfigs = await parts.authConfigs.find(project, [
        ...new Set(accounts.map(({ authConfigId }) => authConfigId)),
      ])
      return toPage(
        accounts.flatMap((account) => withAuthConfig(account, authConfigs)),
        total,
        page,
        next,
      )
    },

    setEnabled: async (project: Project, id: string, enabled: boolean): Promise<void> => {
      const updated_at = parts.clock.now().toISOString()
      await parts.database.transaction(async (transaction) => {
        const switched = await accountStore(transaction).modify(project.id, id, ({ status }) => ({
          is_disabled: enabled ? 0 : 1,
          // Any other status has a reason that a switch does not change.
          ...(status === (enabled ? 'INACTIVE' : 'ACTIVE') && {
            status: enabled ? 'ACTIVE' : 'INACTIVE',
          }),
          updated_at,
        }))
        if (!switched) throw unknownAccount(id)
      })
    },

    rename: async (project: Project, id: string, name: string | null): Promise<void> => {
      const updated_at = parts.clock.now().toISOString()
      await parts.database.transaction(async (transaction) => {
        const renamed = await accountStore(transaction).modify(project.id, id, () => ({
          name,
          updated_at,
        }))
        if (!renamed) throw unknownAccount(id)
      })
    },

    /** Not found where it does not fulfil the condition. */
    delete: async (
      project: Project,
      id: string,
      condition?: Parameters<Remove>[1],
    ): Promise<void> => {
      const row = await store.find(project.id, id)
      if (!row) throw unknownAccount(id)
      const authConfig = (await parts.authConfigs.find(project, [row.auth_config_id])).get(
        row.auth_config_id,
      )
      await parts.database.transaction(async (transaction) => {
        // Published first: subscribers still need the account.
        await parts.events.publish(transaction, {
          type: 'account.deleted',
          scope: project.id,
          data: { id },
        })
        const deleted = await accountStore(transaction).delete(project.id, id, condition)
        if (!deleted) throw unknownAccount(id)
        if (authConfig)
          await parts.revocations.enqueue(transaction, project, {
            accountId: id,
            authConfig,
            values: deleted.values,
          })
      })
    },

    countByAuthConfig: (project: Project, ids: string[]): Promise<Map<string, number>> =>
      store.countByAuthConfig(project.id, ids),

    /**
     * The user's newest accounts, at most `mostOfUser`, ACTIVE ones before others; of all toolkits
     * where none are given.
     */
    listOfUser: async (
      project: Project,
      userId: string,
      toolkits?: string[],
    ): Promise<ChosenAccount[]> => {
      if (toolkits?.length === 0) return []
      const rows = await store.list(
        project.id,
        { userIds: [userId], toolkits },
        { by: 'created_at', direction: 'desc' },
        { limit: mostOfUser },
      )
      const authConfigs = await parts.authConfigs.find(project, [
        ...new Set(rows.map((row) => row.auth_config_id)),
      ])
      return rows
        .map((row) => toAccount(project, row))
        .flatMap((account) => withAuthConfig(account, authConfigs))
        .toSorted(activeFirst)
    },

    /** Those of these accounts that exist, of any user and in any state. */
    listNamed: async (project: Project, ids: string[]): Promise<ChosenAccount[]> => {
      const rows = await store.list(
        project.id,
        { ids },
        { by: 'created_at', direction: 'desc' },
        { limit: ids.length },
      )
      const authConfigs = await parts.authConfigs.find(project, [
        ...new Set(rows.map((row) => row.auth_config_id)),
      ])
      return rows.flatMap((row) => withAuthConfig(toAccount(project, row), authConfigs))
    },

    /**
     * Accounts of these toolkits that a request could be sent with, as many as are needed to see
     * whether there is only one.
     */
    listUsable: async (
      project: Project,
      toolkits: string[],
      limit: number,
    ): Promise<ChosenAccount[]> => {
      const authConfigs = new Map(
        (await parts.authConfigs.listEnabled(project, toolkits)).map((authConfig) => [
          authConfig.id,
          authConfig,
        ]),
      )
      if (authConfigs.size === 0) return []
      const filter = {
        authConfigIds: [...authConfigs.keys()],
        statuses: ['ACTIVE' as const],
        isDisabled: false,
      }
      const rows = await store.list(
        project.id,
        filter,
        { by: 'created_at', direction: 'desc' },
        { limit },
      )
      return rows
        .map((row) => toAccount(project, row))
        .filter(({ isDamaged }) => !isDamaged)
        .flatMap((account) => withAuthConfig(account, authConfigs))
    },

    choose,
  }
}

const unknownAccount = (id: string) =>
  new ServiceError('not_found', `No connected account "${id}"`, {
    suggestedFix: 'GET /api/v3/connected_accounts lists them',
  })

export const unsupportedScheme = (mode: string) =>
  new ServiceError(
    'unsupported',
    `This service cannot connect accounts with the auth scheme ${mode}`,
    { suggestedFix: `Create an auth config with one of: ${supportedSchemes.join(', ')}` },
  )

export const rejectDisabled = (
  authConfig: AuthConfig,
  slug: 'invalid_request' | 'unprocessable' = 'invalid_request',
): void => {
  if (authConfig.status === 'ENABLED') return
  if (authConfig.isDamaged) throw damagedAuthConfig(authConfig.id, slug)
  throw new ServiceError(slug, `The auth config ${authConfig.id} is disabled`, {
    suggestedFix: `Enable it with PATCH /api/v3/auth_configs/${authConfig.id}/ENABLED`,
  })
}

const activeFirst = (a: ChosenAccount, b: ChosenAccount): number =>
  Number(b.account.status === 'ACTIVE') - Number(a.account.status === 'ACTIVE')
