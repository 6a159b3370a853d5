import type { Connection, WaitingCall } from '../../contract/connections.ts'
import type { contract } from '../../contract/contract.ts'
import type { UserApprovals, WaitingApproval } from '../approvals/index.ts'
import type { Handlers } from '../endpoint/index.ts'
import { shownProject } from '../projects/index.ts'
import type { Connections, ShownConnection, ShownToolkit } from './connections.ts'
import { toShownUser } from './to-shown-user.ts'

type Parts = {
  connections: Connections
  userApprovals: UserApprovals
  publicUrl: () => string
}

export const connectionHandlers = ({
  connections,
  userApprovals,
  publicUrl,
}: Parts): Handlers<typeof contract.connections> => {
  const toAddress = (path: string | null): string | null =>
    path === null ? null : new URL(path, publicUrl()).href

  const toToolkit = ({ slug, name, logo }: ShownToolkit) => ({ slug, name, logo: toAddress(logo) })

  const toConnection = (shown: ShownConnection): Connection => ({
    id: shown.id,
    toolkit: toToolkit(shown.toolkit),
    name: shown.name,
    owner: shown.owner?.slice(0, 200) ?? null,
    status: shown.status,
    is_disabled: shown.isDisabled,
    can_reconnect: shown.canReconnect,
    created_at: shown.createdAt,
  })

  const toCall = (call: WaitingApproval): WaitingCall => ({
    approval_id: call.id,
    toolkit: toToolkit(call.toolkit),
    tool: { slug: call.tool.slug, name: call.tool.name, is_destructive: call.tool.isDestructive },
    connected_account_id: call.accountId,
    arguments: call.arguments
      ? {
          shown: call.arguments.shown.map(({ name, text, isSecret, cut }) => ({
            name,
            text,
            is_secret: isSecret,
            cut,
          })),
          more: call.arguments.more,
        }
      : null,
    created_at: call.createdAt,
    expires_at: call.expiresAt,
  })

  return {
    list: async (_request, caller) => ({
      status: 200,
      body: { items: (await connections.list(caller)).map(toConnection) },
    }),
    toolkits: async (_request, caller) => {
      const { name, logoUrl, accent, theme } = shownProject(caller.project)
      return {
        status: 200,
        body: {
          project: {
            name,
            logo_url: toAddress(logoUrl),
            accent_color: accent,
            page_theme: theme,
          },
          user: { name: toShownUser(caller.userId) },
          items: (await connections.listToolkits(caller)).map(toToolkit),
        },
      }
    },
    approvals: async (_request, caller) => ({
      status: 200,
      body: { items: (await userApprovals.list(caller)).map(toCall) },
    }),
    decide: async ({ params, body }, caller) => {
      const { approval_id, status } = await userApprovals.decide(
        caller,
        params.approval_id,
        body.decision,
        caller.keyId,
      )
      return { status: 200, body: { approval_id, status } }
    },
    link: async ({ body }, caller) => {
      const link = await connections.link(
        caller,
        body.connection_id === undefined
          ? { toolkit: body.toolkit ?? '' }
          : { id: body.connection_id },
      )
      return {
        status: 201,
        body: {
          connection_id: link.accountId,
          redirect_url: link.url,
          expires_at: link.expiresAt,
          needs_code: link.needsCode,
        },
      }
    },
    get: async ({ params }, caller) => ({
      status: 200,
      body: toConnection(await connections.get(caller, params.id)),
    }),
    confirm: async ({ params, body }, caller) => ({
      status: 200,
      body: { id: params.id, status: await connections.confirm(caller, params.id, body.code) },
    }),
    update: async ({ params, body }, caller) => {
      await connections.rename(caller, params.id, body.name)
      return { status: 200, body: toConnection(await connections.get(caller, params.id)) }
    },
    delete: async ({ params }, caller) => {
      await connections.delete(caller, params.id)
      return { status: 200, body: { success: true } }
    },
  }
}
