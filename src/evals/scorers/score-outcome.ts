import { match, type Matcher } from '../matchers/index.ts'
import type { CaseRun, Score } from '../types.ts'

/** Scores the outcome: the last text and the end state. */
export const scoreOutcome = ({ case: { expect }, text, state }: CaseRun): Score[] => [
  ...(expect.text === undefined ? [] : [toScore('text', expect.text, text)]),
  ...(expect.state === undefined
    ? []
    : [
        state === undefined
          ? { name: 'state', value: 0, reason: 'The end state was not read' }
          : toScore('state', expect.state.expect, state),
      ]),
]

const toScore = (name: string, matcher: Matcher, actual: unknown): Score => ({
  name,
  ...match(matcher, actual),
})
