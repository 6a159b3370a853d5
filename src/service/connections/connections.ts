import type { AccountStatus } from '../../contract/connected-accounts.ts'
import {
  canStillConnect,
  confirmationOf,
  isLinkable,
  nameOfOwner,
  type AccountsApi,
  type ChosenAccount,
  type LinkSession,
} from '../accounts/index.ts'
import type { AuthConfig, AuthConfigs } from '../auth-configs/index.ts'
import type { Catalog } from '../catalog/index.ts'
import type { Project, TicketCaller } from '../endpoint/index.ts'
import type { Clock } from '../platform/clock.ts'
import { ServiceError } from '../service-error.ts'

/** Whose connections they are, and of which toolkits. */
export type Owner = Pick<TicketCaller, 'project' | 'userId' | 'toolkits'>

/** A toolkit by its name and the path of its logo. */
export type ShownToolkit = { slug: string; name: string; logo: string | null }

/** An account as its own user sees it. */
export type ShownConnection = {
  id: string
  toolkit: ShownToolkit
  name: string | null
  owner: string | null
  status: AccountStatus
  isDisabled: boolean
  canReconnect: boolean
  createdAt: string
}

type Parts = Pick<AccountsApi, 'accounts' | 'links' | 'confirmConnection'> & {
  authConfigs: AuthConfigs
  catalog: Catalog
  clock: Clock
}

export type Connections = ReturnType<typeof createConnections>

/** The rules for the bearer of a connect token: only accounts of this user and these toolkits exist. */
export const createConnections = (parts: Parts) => {
  const find = async (owner: Owner, id: string): Promise<ChosenAccount> => {
    const [found] = await parts.accounts.listNamed(owner.project, [id])
    if (found?.account.userId === owner.userId && covers(owner, found.account.toolkit)) return found
    throw new ServiceError('not_found', `The user has no connection "${id}"`, {
      suggestedFix: 'GET /api/v3/connections lists them',
    })
  }

  const canReconnect = ({ account, authConfig }: ChosenAccount): boolean =>
    !account.isDisabled &&
    canStillConnect(account.status) &&
    isLinkable(authConfig, parts.clock.now())

  const show = async (project: Project, found: ChosenAccount[]): Promise<ShownConnection[]> => {
    const describe = await createDescribe(parts.catalog, project)
    return found.map(({ account, authConfig }) => ({
      id: account.id,
      toolkit: describe(account.toolkit),
      name: account.name,
      owner: nameOfOwner(account.identity) ?? null,
      status: account.status,
      isDisabled: account.isDisabled || authConfig.status !== 'ENABLED',
      canReconnect: canReconnect({ account, authConfig }),
      createdAt: account.createdAt,
    }))
  }

  /** The newest auth config of each toolkit that a session would use. */
  const listConnectable = async (
    { project, toolkits }: Owner,
    toolkit?: string,
  ): Promise<AuthConfig[]> => {
    const now = parts.clock.now()
    const wanted = toolkit === undefined ? toolkits : [toolkit]
    const usable = (
      await parts.authConfigs.listEnabled(project, wanted === null ? undefined : [...wanted])
    ).filter(
      (authConfig) => authConfig.settings.isEnabledForToolRouter && isLinkable(authConfig, now),
    )
    return [...Map.groupBy(usable, (authConfig) => authConfig.toolkit).values()].flatMap(
      ([newest]) => newest ?? [],
    )
  }

  const confirmation = (project: Project) =>
    confirmationOf(project, undefined) === null ? undefined : ('code' as const)

  const connect = async (owner: Owner, toolkit: string): Promise<LinkSession> => {
    const [authConfig] = covers(owner, toolkit) ? await listConnectable(owner, toolkit) : []
    const { project, userId } = owner
    const link =
      authConfig &&
      (await parts.links.offer(project, authConfig, {
        userId,
        confirmation: confirmation(project),
        isOwn: true,
      }))
    if (link) return link
    throw new ServiceError('not_found', `The user cannot connect "${toolkit}"`, {
      suggestedFix: 'GET /api/v3/connections/toolkits lists what can be connected',
    })
  }

  const reconnect = async (owner: Owner, id: string): Promise<LinkSession> => {
    const { account, authConfig } = await find(owner, id)
    if (!canReconnect({ account, authConfig }))
      throw new ServiceError(
        'unprocessable',
        `The connection ${id} cannot be connected again now`,
        {
          suggestedFix: 'Connect another account of the toolkit, or use this one as it is',
        },
      )
    return parts.links.renew(owner.project, account, authConfig, {
      callbackUrl: undefined,
      confirmation: confirmation(owner.project),
    })
  }

  return {
    /** Those that were ever connected, newest first. */
    list: async (owner: Owner): Promise<ShownConnection[]> => {
      const { project, userId, toolkits } = owner
      const found = await parts.accounts.listOfUser(
        project,
        userId,
        toolkits === null ? undefined : [...toolkits],
      )
      return show(
        project,
        found
          .filter(({ account }) => account.grantedAt !== null)
          .toSorted((a, b) => (a.account.createdAt < b.account.createdAt ? 1 : -1)),
      )
    },

    get: async (owner: Owner, id: string): Promise<ShownConnection> => {
      const [shown] = await show(owner.project, [await find(owner, id)])
      if (!shown) throw new Error(`${id} was found and is not shown`)
      return shown
    },

    listToolkits: async (owner: Owner): Promise<ShownToolkit[]> => {
      const describe = await createDescribe(parts.catalog, owner.project)
      return (await listConnectable(owner))
        .map(({ toolkit }) => describe(toolkit))
        .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
    },

    /** `needsCode`: the page will show a code, since the project has connections confirmed. */
    link: async (
      owner: Owner,
      wanted: { toolkit: string } | { id: string },
    ): Promise<LinkSession & { needsCode: boolean }> => {
      const link =
        'id' in wanted ? await reconnect(owner, wanted.id) : await connect(owner, wanted.toolkit)
      return { ...link, needsCode: link.confirmation === 'code' }
    },

    confirm: async (owner: Owner, id: string, code: string): Promise<AccountStatus> => {
      await find(owner, id)
      return parts.confirmConnection(owner.project, { id, code, userId: owner.userId })
    },

    rename: async (owner: Owner, id: string, name: string | null): Promise<void> => {
      await find(owner, id)
      await parts.accounts.rename(owner.project, id, name)
    },

    delete: async (owner: Owner, id: string): Promise<void> => {
      await find(owner, id)
      await parts.accounts.delete(owner.project, id)
    },
  }
}

const covers = ({ toolkits }: Owner, toolkit: string): boolean =>
  toolkits === null || toolkits.includes(toolkit)

const createDescribe = async (catalog: Catalog, project: Project) => {
  const toolkits = await catalog.listToolkits(project)
  return (slug: string): ShownToolkit => {
    const definition = toolkits.get(slug)?.definition
    return { slug, name: definition?.name ?? slug, logo: definition?.logo ?? null }
  }
}
