import type { z } from 'zod'
import type { connectedAccount } from '../../contract/connected-accounts.ts'
import type { contract } from '../../contract/contract.ts'
import type { AuthConfigs } from '../auth-configs/index.ts'
import type { Handlers, Project } from '../endpoint/index.ts'
import { mask } from '../platform/mask.ts'
import type { Accounts, ChosenAccount, ConnectedAccount } from './account.ts'
import type { ConfirmConnection } from './connecting/confirmation.ts'
import type { CreateAccount } from './create-account.ts'
import { toOwnerFields } from './account-inspection.ts'
import { CredentialError, type KeepAlive } from './keep-alive/index.ts'
import { canStillConnect, toLinkResponse, type Links } from './link.ts'

type Parts = {
  accounts: Accounts
  authConfigs: AuthConfigs
  links: Links
  createAccount: CreateAccount
  confirmConnection: ConfirmConnection
  keepAlive: KeepAlive
}

export const accountHandlers = ({
  accounts,
  authConfigs,
  links,
  createAccount,
  confirmConnection,
  keepAlive,
}: Parts): Handlers<typeof contract.connectedAccounts> => {
  const read = async (project: Project, id: string) => {
    const account = await accounts.get(project, id)
    return toRecord(project, {
      account,
      authConfig: await authConfigs.get(project, account.authConfigId),
    })
  }

  return {
    create: async ({ body }, { project }) => {
      const { account, authConfig, redirectUrl } = await createAccount(
        project,
        body.auth_config.id,
        body.connection,
        body.validate_credentials,
      )
      return {
        status: 201,
        body: {
          id: account.id,
          connectionData: toInitiated(toState(project, { account, authConfig }), account),
          status: account.status,
          ...toOwnerFields(account),
          redirect_url: redirectUrl,
          redirect_uri: redirectUrl,
          deprecated: { uuid: account.uuid, authConfigUuid: authConfig.uuid },
        },
      }
    },
    link: async ({ body }, { project }) => {
      const authConfig = await authConfigs.get(project, body.auth_config_id)
      const {
        user_id: userId,
        callback_url: callbackUrl,
        confirmation,
        connection_data: values,
      } = body
      const link = await links.create(project, authConfig, {
        userId,
        callbackUrl,
        confirmation,
        values,
      })
      return { status: 201, body: { ...toLinkResponse(link), expires_at: link.expiresAt } }
    },
    refresh: async ({ params, body }, { project }) => {
      const account = await accounts.get(project, params.nanoid)
      const authConfig = await authConfigs.get(project, account.authConfigId)
      // A provider that is away, or does not renew, leaves the account as it is.
      if (account.status === 'ACTIVE')
        await keepAlive.renew(project, { account, authConfig }).catch(unlessCredentialError)
      const { status } =
        account.status === 'ACTIVE' ? await accounts.get(project, account.id) : account
      if (!canStillConnect(status))
        return { status: 200, body: { id: account.id, status, redirect_url: null } }
      const link = await links.renew(project, account, authConfig, {
        callbackUrl: body.callback_url ?? body.redirect_url,
        confirmation: body.confirmation,
      })
      return {
        status: 200,
        body: {
          id: account.id,
          status: (await accounts.get(project, account.id)).status,
          redirect_url: link.url,
        },
      }
    },
    confirm: async ({ params: { nanoid: id }, body }, { project }) => ({
      status: 200,
      body: {
        id,
        status: await confirmConnection(project, { id, code: body.code, userId: body.user_id }),
      },
    }),
    list: async ({ query }, { project }) => {
      const filter = {
        userIds: query.user_ids,
        toolkits: query.toolkit_slugs,
        authConfigIds: query.auth_config_ids,
        ids: query.connected_account_ids,
        statuses: query.statuses,
      }
      const page = await accounts.list(
        project,
        filter,
        { by: query.order_by ?? 'created_at', direction: query.order_direction ?? 'desc' },
        query,
      )
      return {
        status: 200,
        body: { ...page, items: page.items.map((item) => toRecord(project, item)) },
      }
    },
    get: async ({ params }, { project }) => ({
      status: 200,
      body: await read(project, params.nanoid),
    }),
    update: async ({ params, body }, { project }) => {
      await accounts.rename(project, params.nanoid, body.name)
      return { status: 200, body: await read(project, params.nanoid) }
    },
    delete: async ({ params }, { project }) => {
      await accounts.delete(project, params.nanoid)
      return { status: 200, body: { success: true } }
    },
    setStatus: async ({ params, body }, { project }) => {
      await accounts.setEnabled(project, params.nanoid, body.enabled)
      return { status: 200, body: { success: true } }
    },
  }
}

const toRecord = (
  project: Project,
  { account, authConfig }: ChosenAccount,
): z.input<typeof connectedAccount> => {
  const state = toState(project, { account, authConfig })
  return {
    id: account.id,
    user_id: account.userId,
    toolkit: { slug: account.toolkit },
    auth_config: {
      id: authConfig.id,
      auth_scheme: authConfig.scheme.mode,
      is_svc_managed: authConfig.isManaged,
      is_disabled: authConfig.status === 'DISABLED',
    },
    status: account.status,
    status_reason: account.statusReason,
    is_disabled: account.isDisabled,
    name: account.name,
    ...toOwnerFields(account),
    expires_at: account.expiresAt,
    created_at: account.createdAt,
    updated_at: account.updatedAt,
    state,
    data: state.val,
    params: {},
    deprecated: { uuid: account.uuid },
  }
}

/** `val` holds the status too (spec 2.4); other fields are secrets unless the project shows them. */
const toState = (project: Project, { account, authConfig }: ChosenAccount) => {
  const values = project.config.mask_secret_keys_in_connected_account
    ? (mask(account.values) as Record<string, unknown>)
    : account.values
  return { authScheme: authConfig.scheme.mode, val: { ...values, status: account.status } }
}

/** Where the user must go now is what the answer is for, so that much of it is not masked. */
const toInitiated = (
  { authScheme, val }: ReturnType<typeof toState>,
  { values, status }: ConnectedAccount,
): ReturnType<typeof toState> => {
  const addresses =
    status === 'INITIATED'
      ? Object.entries(values).filter(([name]) => name === 'redirectUrl' || name === 'authUri')
      : []
  return { authScheme, val: { ...val, ...Object.fromEntries(addresses), status } }
}

const unlessCredentialError = (error: unknown): void => {
  if (!(error instanceof CredentialError)) throw error
}
