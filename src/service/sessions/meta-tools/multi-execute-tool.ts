import pLimit from 'p-limit'
import { z } from 'zod'
import type { Paging } from '../../../contract/paging.ts'
import { select } from '../../../contract/select.ts'
import { executionResult } from '../../../contract/sessions.ts'
import type { RunPart } from '../../endpoint/index.ts'
import { toExecutionResult } from '../../execution/index.ts'
import { ServiceError } from '../../service-error.ts'
import {
  toRejectedOutcome,
  type ExecuteInSession,
  type SessionCall,
} from '../execute-in-session.ts'
import type { OpenSession } from '../open-session.ts'
import { metaTool } from './meta-tool.ts'

const parallelCalls = 8

export const multiExecuteTool = ({ executeInSession }: { executeInSession: ExecuteInSession }) =>
  metaTool({
    slug: 'SVC_MULTI_EXECUTE_TOOL',
    name: 'Execute tools',
    description:
      'Runs one or more tools found by SVC_SEARCH_TOOLS, in parallel; use it for every call of a tool. The calls must not depend on each other. Arguments must fit the schema of each tool. Answers results in order, each with successful, data and error: one failure does not stop the others, and its error says what to do. A large result comes as a preview with a handle. A result with paging has more pages: call again with paging.next.arguments. A call that answers pending_approval was not made: make exactly the same one again when the user has approved it.',
    tags: ['destructiveHint', 'openWorldHint'],
    input: z.object({
      tools: z
        .array(
          z.object({
            tool_slug: z.string().min(1).describe('Slug exactly as the search answered it'),
            arguments: z
              .record(z.string(), z.unknown())
              .default({})
              .describe('Arguments by the schema of the tool'),
            account: z
              .string()
              .optional()
              .describe('Connected account id; only when the user has several of the service'),
            all: z.boolean().optional().describe('Gather all pages of a tool that only reads'),
            select: select
              .optional()
              .describe(
                'Answer only these parts: JMESPath such as items[].{id: id, title: title}, or a list of JSON Pointers',
              ),
          }),
        )
        .min(1)
        .max(50),
    }),
    run: async (session, { tools }, { offload, signal, trace, runPart = runOnly }) => {
      const limit = pLimit(parallelCalls)
      const outcomes = await Promise.allSettled(
        tools.map((call, index) =>
          limit(async () => {
            const { paging, selection, ...outcome } = await runPart(
              { index, content: call, parse: (stored) => executionResult.parse(stored) },
              () =>
                execute(executeInSession, session, {
                  slug: call.tool_slug,
                  arguments: call.arguments,
                  account: call.account,
                  offload,
                  all: call.all,
                  select: call.select,
                  signal,
                  trace,
                }),
            ).catch(toRejectedPart)
            return {
              index,
              tool_slug: call.tool_slug,
              successful: outcome.error === null,
              ...outcome,
              ...(paging && { paging: toShortPaging(paging) }),
              ...(selection && { selection }),
            }
          }),
        ),
      )
      const results = outcomes.map((outcome) => {
        if (outcome.status === 'rejected') throw outcome.reason
        return outcome.value
      })
      const failed = results.filter(({ successful }) => !successful).length
      const counts = { succeeded: results.length - failed, failed }
      return {
        data: { results, ...counts },
        error: failed === results.length ? 'Every call failed; each result says why' : null,
        // Each call has its own log entry.
        logged: {
          results: results.map(({ index, tool_slug, successful, log_id }) => ({
            index,
            tool_slug,
            successful,
            log_id,
          })),
          ...counts,
        },
      }
    },
  })

type CallResult = z.output<typeof executionResult>

const execute = async (
  executeInSession: ExecuteInSession,
  session: OpenSession,
  call: SessionCall,
) => {
  const outcome = await executeInSession(session, call).catch(toRejectedOutcome)
  return { outcome: toExecutionResult(outcome), mayRunAgain: !outcome.wasSent }
}

/** A request without a key. */
const runOnly: RunPart = async (_part, run) => (await run()).outcome

/** A call of an earlier request with the same key that is still running has the whole request wait. */
const toRejectedPart = (error: unknown): CallResult => {
  if (error instanceof ServiceError && error.retryAfterSeconds !== undefined) throw error
  return toExecutionResult(toRejectedOutcome(error))
}

/** The sentence says nothing that a model does not read in the fields. */
const toShortPaging = ({ message: _message, ...paging }: Paging): Omit<Paging, 'message'> => paging
