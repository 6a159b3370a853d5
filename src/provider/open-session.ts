import { PlugboardError, type Client, type ReadFile } from '../client/index.ts'
import type { Session as SessionRecord } from '../contract/index.ts'
import type { KeyedCall } from './calls/idempotency-key.ts'
import type { LocalTools } from './custom-tools/local-tool.ts'
import { loadSessionWork } from './load-session-work.ts'
import type { Hooks } from './session/hooks.ts'
import type { SessionCore } from './session/session-core.ts'
import type { SessionOperations } from './session/session-operations.ts'
import { Session } from './session/session.ts'
import type { SessionParts, ToolSource } from './session-tools/session-parts.ts'
import type { AgentToolSource } from './tools/agent-tool.ts'
import { captureErrors } from './tools/tool-result.ts'
import type { ToolCaching } from './session/tool-cache.ts'
import type { ToolSlug } from './tools/tool-types.ts'

type SessionResources = {
  readFile: ReadFile
  mcpHeaders: Record<string, string>
  hooks: readonly Hooks[]
  localTools: LocalTools
  caching: ToolCaching | undefined
  /** When the record was asked for. */
  askedAt: number
}

/** Creates a session object from the service's record and the extras of this process. */
export const openSession = (
  client: Client,
  { tools: given, ...record }: SessionRecord,
  { hooks, localTools, caching, askedAt, ...resources }: SessionResources,
): Session => {
  const tools = { etag: record.tools_etag, askedAt, given }
  const core: SessionCore = { client, id: record.session_id, caching, record, tools }
  return new Session(
    core,
    (session) => toWork({ core, session, hooks, localTools }, resources.readFile),
    resources,
  )
}

const toWork = (parts: SessionParts, readFile: ReadFile): SessionOperations => {
  const source: ToolSource = { ...parts, ...toAgentToolSource(parts, readFile) }
  let known = { record: parts.core.record, approvals: new Map<string, boolean>() }
  return {
    selectTools: async (options) => (await loadSessionWork()).selectTools(source, options),
    searchTools: async (useCases, options) =>
      (await loadSessionWork()).searchTools(source, useCases, options),
    call: async (call) => (await loadSessionWork()).runCall(parts, call),
    needsApproval: async (call, options) => {
      const { needsApproval } = await loadSessionWork()
      const { record } = parts.core
      if (known.record !== record) known = { record, approvals: new Map() }
      return needsApproval(parts, known.approvals, call, options)
    },
  }
}

/** Maximum number of characters shown to a model of a result that the service did not truncate. */
const shownCharacters = 100_000

const keyOf = async (call: KeyedCall | undefined): Promise<string | undefined> =>
  call && (await loadSessionWork()).toIdempotencyKey(call)

const toAgentToolSource = (
  { core, session }: SessionParts,
  readFile: ReadFile,
): AgentToolSource => ({
  run: (slug, toolArguments, { select, call, ...given }) =>
    captureErrors(async () => {
      const named = call && { ...call, sessionId: core.id, slug, arguments: toolArguments }
      const options = { ...given, idempotencyKey: given.idempotencyKey ?? (await keyOf(named)) }
      // The service listed it, whether or not the compiler knows it.
      const listed = slug as ToolSlug
      return select === undefined
        ? session.execute(listed, toolArguments, options)
        : session.execute(listed, toolArguments, { ...options, select })
    }),
  // If the requirement is unknown, a person is asked: a failure must not end the agent's loop or
  // skip the approval.
  needsApproval: (slug, toolArguments, options) =>
    session.needsApproval(slug as ToolSlug, toolArguments, options).catch((error: unknown) => {
      if (error instanceof PlugboardError && error.slug !== 'aborted') return true
      throw error
    }),
  show: async (slug, result, options) => {
    const { showResult } = await loadSessionWork()
    const { config, tool_router_tools: metaSlugs } = core.record
    const limit = Math.max(shownCharacters, config.workbench.auto_offload_threshold)
    // Results of meta tools are made for models, whatever their size.
    const maximumCharacters = metaSlugs.includes(slug) ? Infinity : limit
    return showResult({ readFile, maximumCharacters }, result, options)
  },
})
