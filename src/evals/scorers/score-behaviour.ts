import type { CaseRun, Score } from '../types.ts'
import { executedCalls } from './executed-calls.ts'
import { findMissingConnections } from './missing-connections.ts'

/**
 * Scores how the model proceeded: calls at all, forbidden tools, steps, search before execution,
 * recovery.
 */
export const scoreBehaviour = (run: CaseRun): Score[] => {
  const { noCall, someCall, forbidden, steps, searchFirst, recovers, noConnection } =
    run.case.expect
  return [
    ...scoreConversation(run),
    ...(noCall ? [scoreNoCall(run)] : []),
    ...(someCall ? [toScore('some-call', run.calls.length > 0, 'No tool was called')] : []),
    ...(forbidden ? [scoreForbidden(run, forbidden)] : []),
    ...(steps === undefined ? [] : [scoreSteps(run, steps)]),
    ...(searchFirst ? [scoreSearchFirst(run)] : []),
    ...(recovers ? [scoreRecovery(run)] : []),
    ...(noConnection
      ? [
          toScore(
            'no-connection',
            findMissingConnections(run).length > 0,
            'No call failed for lack of a connection',
          ),
        ]
      : []),
  ]
}

/** Whether the user said everything, or reached their goal. */
const scoreConversation = ({ case: { user, expect }, conversation }: CaseRun): Score[] => {
  if (!user || !conversation) return []
  const { turns, reached = false, reason } = conversation
  if ('goal' in user) return [toScore('goal', reached === (expect.goal ?? true), reason)]
  const count = user.says.length
  return [
    {
      name: 'turns',
      value: turns / count,
      reason: turns < count ? `The run ended after ${turns} of ${count} messages of the user` : '',
    },
  ]
}

const scoreNoCall = ({ calls }: CaseRun): Score =>
  toScore('no-call', calls.length === 0, `Called ${calls.map(({ tool }) => tool).join(', ')}`)

const scoreForbidden = (run: CaseRun, forbidden: string[]): Score => {
  const called = [...new Set([...run.calls, ...executedCalls(run)].map(({ tool }) => tool))].filter(
    (tool) => forbidden.includes(tool),
  )
  return toScore('forbidden', called.length === 0, `Called ${called.join(', ')}`)
}

const scoreSteps = ({ steps }: CaseRun, most: number): Score =>
  steps.length <= most
    ? toScore('steps', true, '')
    : {
        name: 'steps',
        value: most / steps.length,
        reason: `Took ${steps.length} steps; at most ${most} are allowed`,
      }

/** A search in the same step is too late: its result could not be used. */
const scoreSearchFirst = (run: CaseRun): Score => {
  const firstSearch = run.steps.findIndex(({ calls }) =>
    calls.some(({ tool, error }) => tool === searchTool && typeof error !== 'string'),
  )
  const first = executedCalls(run).find(({ tool }) => tool !== searchTool)
  if (firstSearch === -1) return toScore('search-first', false, `${searchTool} was not called`)
  return toScore(
    'search-first',
    first === undefined || firstSearch < first.step,
    `${first?.tool} was called before ${searchTool} had answered`,
  )
}

const scoreRecovery = (run: CaseRun): Score => {
  const calls = executedCalls(run)
  const failed = calls.filter(({ error }) => typeof error === 'string')
  if (failed.length === 0) return { name: 'recovery', value: null, reason: 'No call failed' }
  const lost = failed.filter(
    ({ tool, step }) =>
      !calls.some(
        (later) => later.tool === tool && later.step > step && typeof later.error !== 'string',
      ),
  )
  return {
    name: 'recovery',
    value: 1 - lost.length / failed.length,
    reason: lost
      .map(({ tool, error }) => `${tool} failed (${error}) and did not succeed later`)
      .join('; '),
  }
}

const toScore = (name: string, holds: boolean, reason: string): Score => ({
  name,
  value: holds ? 1 : 0,
  reason: holds ? '' : reason,
})

const searchTool = 'SVC_SEARCH_TOOLS'
