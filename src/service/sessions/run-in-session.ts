import type { ExecutionLogs } from '../execution/index.ts'
import type { Clock } from '../platform/clock.ts'
import { ServiceError } from '../service-error.ts'
import type { ExecuteInSession, SessionCall, SessionOutcome } from './execute-in-session.ts'
import type { MetaTool, MetaTools } from './meta-tools/index.ts'
import type { OpenSession } from './session.ts'

type Parts = {
  metaTools: MetaTools
  executeInSession: ExecuteInSession
  logs: ExecutionLogs
  clock: Clock
}

export type RunInSession = ReturnType<typeof createRunInSession>

/** Runs a tool or meta tool by name in a session, for REST and MCP. */
export const createRunInSession = (parts: Parts) => {
  /**
   * Runs an enabled meta tool; throws for one that does not exist (404) or that the configuration
   * disables (403).
   */
  const runMetaTool = async (
    session: OpenSession,
    call: Omit<SessionCall, 'account'>,
  ): Promise<SessionOutcome> => {
    const slug = call.slug.toUpperCase()
    const inForce = parts.metaTools.inForce(session)
    const tool = inForce.get(slug)
    if (!tool)
      throw parts.metaTools.has(slug)
        ? notInForce(slug, inForce)
        : unknownMetaTool(call.slug, inForce)
    const startedAt = parts.clock.now()
    const started = performance.now()
    const { data, error, logged, isRefused = false } = await tool.run(session, call.arguments, call)
    const logId = await parts.logs.write(session.project, {
      toolSlug: tool.slug,
      toolkit: 'svc',
      userId: session.config.user_id,
      accountId: null,
      sessionId: session.id,
      error,
      startedAt,
      durationMs: performance.now() - started,
      request: { arguments: call.arguments },
      response: logged ?? data,
      trace: call.trace,
    })
    return { data, error, logId, wasSent: !isRefused }
  }

  return {
    runMetaTool,

    /** Runs a tool or a meta tool. */
    run: async (session: OpenSession, call: SessionCall): Promise<SessionOutcome> => {
      if (!parts.metaTools.has(call.slug.toUpperCase()))
        return parts.executeInSession(session, call)
      if (call.all) throw notForMetaTools('all')
      if (call.select !== undefined) throw notForMetaTools('select')
      return runMetaTool(session, call)
    },
  }
}

const notForMetaTools = (field: string) =>
  new ServiceError('invalid_request', `\`${field}\` is for the tools of toolkits`, {
    suggestedFix: `Give it with a call in the arguments of SVC_MULTI_EXECUTE_TOOL`,
    errors: [`body.${field}: has no meaning for a meta tool`],
  })

const unknownMetaTool = (slug: string, inForce: ReadonlyMap<string, MetaTool>) =>
  new ServiceError('not_found', `The session has no meta tool "${slug}"`, {
    suggestedFix: `Use one of: ${[...inForce.keys()].join(', ')}`,
  })

const notInForce = (slug: string, inForce: ReadonlyMap<string, MetaTool>) =>
  new ServiceError('forbidden', `The configuration of this session disables ${slug}`, {
    suggestedFix: `Use one of: ${[...inForce.keys()].join(', ')}`,
  })
