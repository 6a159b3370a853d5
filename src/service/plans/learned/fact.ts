import { createHash } from 'node:crypto'

/** Tools that were run in this order. Those of one stage overlapped, so their order is unknown. */
export type SequenceFact = {
  kind: 'sequence'
  tool: string
  stages: string[][]
  hadFailure: boolean
}

/** A tool that failed, with the tools that ran before a successful retry, if known. */
export type FailureFact = { kind: 'failure'; tool: string; failure: string; before: string | null }

/** A tool that succeeded after a search with this word, which is stored as a keyed hash. */
export type OutcomeFact = { kind: 'outcome'; tool: string; word: string }

/** The facts of one run. */
export type Fact = SequenceFact | FailureFact | OutcomeFact

/** The same fact of the same project always has the same id: it becomes the `plan_id`. */
export const factId = (projectId: string, fact: Fact): string => {
  // The stages of a sequence name its tool already.
  const subject = fact.kind === 'sequence' ? [] : [fact.tool]
  const hash = createHash('sha256').update(
    JSON.stringify([projectId, fact.kind, ...subject, contentOf(fact)]),
  )
  return `plan_${hash.digest('hex').slice(0, 24)}`
}

export const contentOf = (fact: Fact): string => {
  switch (fact.kind) {
    case 'sequence':
      return JSON.stringify({ stages: fact.stages })
    case 'failure':
      return JSON.stringify({ failure: fact.failure, before: fact.before })
    case 'outcome':
      return fact.word
    default:
      return fact satisfies never
  }
}
