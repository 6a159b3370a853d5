import pLimit from 'p-limit'
import { z } from 'zod'
import type { TraceContext } from '../platform/trace-context.ts'
import { ServiceError } from '../service-error.ts'
import { toRejectedOutcome, type ExecuteInSession, type OpenSession } from '../sessions/index.ts'
import { sandboxLimits } from './sandbox/limits.ts'

const parallelCalls = 8
const maximumCalls = 500

const call = z.object({
  tool_slug: z.string().min(1),
  arguments: z.record(z.string(), z.unknown()).default({}),
  account: z.string().nullish(),
})
const one = call.transform((single) => [single])
const many = z.object({ calls: z.array(call).max(200) }).transform(({ calls }) => calls)

type Call = z.output<typeof call>
type Answer = {
  tool_slug: string
  successful: boolean
  data: Record<string, unknown>
  error: string | null
  log_id: string | null
}

export type ToolCalls = ReturnType<typeof createToolCalls>

/**
 * Runs the tools that code in the workbench calls, with the same checks as every other call of the
 * session.
 */
export const createToolCalls = (
  executeInSession: ExecuteInSession,
  session: OpenSession,
  trace: TraceContext | undefined,
) => {
  const limit = pLimit(parallelCalls)
  const made: Omit<Answer, 'data' | 'error'>[] = []
  const pendingApprovals: unknown[] = []
  let begun = 0

  const run = async (
    { tool_slug, account, ...given }: Call,
    signal: AbortSignal,
  ): Promise<Answer> => {
    begun += 1
    if (begun > maximumCalls) return refuse(tool_slug, `One run may make ${maximumCalls} calls`)
    const { data, error, logId } = await executeInSession(session, {
      slug: tool_slug,
      arguments: given.arguments,
      account: account ?? undefined,
      offload: false,
      signal,
      trace,
    }).catch(toRejectedOutcome)
    made.push({ tool_slug, successful: error === null, log_id: logId })
    if (data['status'] === 'pending_approval' && error !== null)
      pendingApprovals.push({
        approval_id: data['approval_id'],
        tool_slug,
        expires_at: data['expires_at'],
      })
    return { tool_slug, successful: error === null, data, error, log_id: logId }
  }

  return {
    made,
    pendingApprovals,

    /**
     * Returns the results of one or many calls as JSON; results that are too large together are
     * replaced by a note.
     */
    answer: async (
      about: 'call' | 'callMany',
      json: string,
      signal: AbortSignal,
    ): Promise<string> => {
      const asked = parseCalls(about, json)
      let left: number = sandboxLimits.exchangeCharacters
      const answers = await Promise.all(
        asked.map((single) =>
          limit(async () => {
            const answer = await run(single, signal)
            const text = JSON.stringify(answer)
            left -= text.length
            return left >= 0
              ? text
              : JSON.stringify({
                  ...refuse(
                    single.tool_slug,
                    `The call was made, but with its result of ${text.length} characters there are more than ${sandboxLimits.exchangeCharacters} in one answer. Ask the tool for less, or make fewer calls at a time`,
                  ),
                  log_id: answer.log_id,
                })
          }),
        ),
      )
      return about === 'call' ? (answers[0] ?? '') : `[${answers.join(',')}]`
    },
  }
}

const parseCalls = (about: 'call' | 'callMany', json: string): Call[] => {
  if (json.length > sandboxLimits.exchangeCharacters)
    throw new ServiceError(
      'invalid_request',
      `The arguments have more than ${sandboxLimits.exchangeCharacters} characters`,
    )
  const parsed = (about === 'call' ? one : many).safeParse(parseJson(json))
  if (parsed.success) return parsed.data
  throw new ServiceError(
    'invalid_request',
    `A call is {tool_slug, arguments, account?}: ${parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')}`,
  )
}

const parseJson = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch (cause) {
    throw new ServiceError('invalid_request', 'The arguments are not JSON', { cause })
  }
}

const refuse = (slug: string, error: string): Answer => ({
  tool_slug: slug,
  successful: false,
  data: {},
  error,
  log_id: null,
})
