import type { contract } from '../../contract/contract.ts'
import type { Accounts } from '../accounts/index.ts'
import type { AuthConfigs } from '../auth-configs/index.ts'
import type { Catalog } from '../catalog/index.ts'
import type { Handlers } from '../endpoint/index.ts'
import { toCustomCall } from './custom-call.ts'
import type { ExecuteTool } from './execute-tool.ts'
import type { ExecutionLogs } from './execution-log.ts'
import { chooseTarget } from './proxy/choose-target.ts'
import type { SendThroughProxy } from './proxy/proxy.ts'
import { toExecutionResult } from './to-execution-result.ts'

type Parts = {
  catalog: Catalog
  accounts: Accounts
  authConfigs: AuthConfigs
  executeTool: ExecuteTool
  sendThroughProxy: SendThroughProxy
  logs: ExecutionLogs
}

export const executeHandlers = ({
  catalog,
  accounts,
  authConfigs,
  executeTool,
  sendThroughProxy,
}: Omit<Parts, 'logs'>): Pick<Handlers<typeof contract.tools>, 'execute' | 'proxy'> => ({
  proxy: async ({ body }, { project }, { signal, trace }) => ({
    status: 200,
    body: await sendThroughProxy({
      project,
      target: await chooseTarget({ catalog, accounts, authConfigs }, project, body),
      request: body,
      signal,
      trace,
    }),
  }),
  execute: async ({ params, body }, { project }, { signal, trace }) => {
    const tool = await catalog.getTool(project, params.tool_slug, body.version)
    const toolkit = await catalog.getToolkit(project, tool.toolkit, tool.version)
    const custom = toCustomCall(toolkit, body)
    const account =
      body.connected_account_id === undefined
        ? undefined
        : await accounts.get(project, body.connected_account_id)
    const outcome = await executeTool({
      project,
      tool,
      toolkit,
      arguments: body.arguments ?? {},
      userId: body.user_id ?? account?.userId ?? 'default',
      accountIds: account && [account.id],
      custom,
      all: body.all,
      select: body.select,
      signal,
      trace,
    })
    return {
      status: 200,
      mayRunAgain: !outcome.wasSent,
      body: { ...toExecutionResult(outcome), successful: outcome.error === null },
    }
  },
})

export const logHandlers = ({
  catalog,
  logs,
}: Pick<Parts, 'catalog' | 'logs'>): Handlers<Omit<typeof contract.logs, 'activity'>> => ({
  list: async ({ query }, { project }) => {
    const named = query.tool_slugs?.map((slug) => slug.toUpperCase())
    const filter = {
      // An execution is logged under the slug that the tool had then.
      tools: named && [...(await catalog.namesOf(project, named)).values()].flat(),
      toolkits: query.toolkit_slugs,
      sessionIds: query.session_ids,
      userIds: query.user_ids,
      status: query.status,
      search: query.search,
    }
    return { status: 200, body: await logs.list(project, filter, query) }
  },
  get: async ({ params }, { project }) => ({
    status: 200,
    body: await logs.get(project, params.id),
  }),
})
