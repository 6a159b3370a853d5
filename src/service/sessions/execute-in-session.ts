import type { ExecuteTool } from '../execution/execute-tool.ts'
import { ServiceError } from '../service-error.ts'
import type { OpenSession, Sessions } from './session.ts'

export type SessionCall = { slug: string; arguments: Record<string, unknown>; account?: string | undefined; signal: AbortSignal }

export type ExecuteInSession = (session: OpenSession, call: SessionCall) => Promise<{ data: Record<string, unknown>; error: string | null; logId: string | null }>

/** Runs a third party's tool for the user of a session, under its rules; a refusal is a result too, since it is one call of perhaps many. */
export const createExecuteInSession =
  (parts: { sessions: Sessions; executeTool: ExecuteTool }): ExecuteInSession =>
  async (session, call) => {
    try {
      return await executeAllowed(parts, session, call)
    } catch (error) {
      if (!(error instanceof ServiceError) || error.slug === 'internal') throw error
      return { data: {}, error: [error.message, error.suggestedFix].filter(Boolean).join('. '), logId: null }
    }
  }

/** As above; refusals are thrown. */
export const executeAllowed = async (parts: { sessions: Sessions; executeTool: ExecuteTool }, session: OpenSession, call: SessionCall) => {
  const { tool, toolkit } = await parts.sessions.getTool(session, call.slug)
  const configured = ownEntry(session.config.connected_accounts, tool.toolkit)
  const accountIds = call.account !== undefined ? [call.account] : configured === undefined ? undefined : [configured].flat()
  return parts.executeTool({
    project: session.project,
    tool,
    toolkit,
    arguments: call.arguments,
    userId: session.config.user_id,
    sessionId: session.id,
    accountIds,
    authConfigId: accountIds ? undefined : ownEntry(session.config.auth_configs, tool.toolkit),
    signal: call.signal,
  })
}

const ownEntry = <Value>(record: Record<string, Value> | undefined, key: string): Value | undefined => (record && Object.hasOwn(record, key) ? record[key] : undefined)
