import { createHash } from 'node:crypto'

/** Tools that were run in this order. Those of one stage were under way at the same time, so that nothing is known of their order. */
export type SequenceFact = { kind: 'sequence'; tool: string; stages: string[][]; hadFailure: boolean }

/** A tool that failed, and where that is known what was run before it succeeded. */
export type FailureFact = { kind: 'failure'; tool: string; failure: string; before: string | null }

/** What one run of tools shows. */
export type Fact = SequenceFact | FailureFact

/** The same fact of the same project always has the same id: it becomes the `plan_id`. */
export const factId = (projectId: string, fact: Fact): string => {
  const hash = createHash('sha256').update(JSON.stringify([projectId, fact.kind, contentOf(fact)]))
  return `plan_${hash.digest('hex').slice(0, 24)}`
}

export const contentOf = (fact: Fact): string =>
  JSON.stringify(fact.kind === 'sequence' ? { stages: fact.stages } : { failure: fact.failure, before: fact.before })
