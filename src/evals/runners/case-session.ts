import type { Plugboard, Session, SessionOptions, ToolSlug } from '../../index.ts'
import type { RecordedResult } from '../cassettes/recorded-result.ts'
import type { RecordedTools } from '../cassettes/recorded-tools.ts'
import type { CaseTools } from '../types.ts'

/** The session of a case with the service, opened on first use. */
export type CaseSession = {
  tools(): Promise<RecordedTools>
  execute(
    tool: string,
    toolArguments: Record<string, unknown>,
    signal: AbortSignal | undefined,
  ): Promise<RecordedResult>
}

type Parts = { plugboard: Plugboard; userId: string }

/** Undefined if the case contains its tools: no service is needed. */
export const openCaseSession = (
  { plugboard, userId }: Parts,
  wanted: CaseTools,
): CaseSession | undefined => {
  if (Array.isArray(wanted) && !areSlugs(wanted)) return undefined
  let opened: Promise<Session> | undefined
  const open = () => (opened ??= openSession(plugboard, wanted, userId))

  return {
    tools: async () =>
      (await (await open()).tools(areSlugs(wanted) ? { tools: wanted } : {})).map(
        ({ slug, description, inputSchema }) => ({ name: slug, description, inputSchema }),
      ),
    execute: async (tool, toolArguments, signal) => {
      const { data, error } = await (
        await open()
      ).execute(tool as ToolSlug, toolArguments, { signal })
      return { data, error }
    },
  }
}

export const areSlugs = (wanted: CaseTools): wanted is ToolSlug[] =>
  Array.isArray(wanted) && wanted.length > 0 && wanted.every((tool) => typeof tool === 'string')

const openSession = (plugboard: Plugboard, wanted: CaseTools, userId: string): Promise<Session> => {
  if (Array.isArray(wanted)) return plugboard.createSession(userId)
  if (typeof wanted.session === 'string') return plugboard.useSession(wanted.session)
  // The service validates the settings: they are the body of its request.
  return plugboard.createSession(
    wanted.session.userId,
    (wanted.session.config ?? {}) as SessionOptions,
  )
}
