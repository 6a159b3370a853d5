import { z } from 'zod'
import { hourMs, type Clock } from '../../platform/clock.ts'
import type { Database, Handle } from '../../platform/database/index.ts'
import { deleteInBatches } from '../../platform/delete-in-batches.ts'
import type { Events } from '../../platform/events/index.ts'
import { SecretsError } from '../../platform/secrets/index.ts'
import type { Projects } from '../../projects/index.ts'
import { toSlugPrefix, type Catalog } from '../../catalog/index.ts'
import { contentOf, factId } from './fact.ts'
import { mayLearnFrom } from './may-learn-from.ts'
import { idleMs } from './step.ts'
import { learnedStore, type FactRow, type SearchRow, type StepRow } from './store.ts'
import { toFacts } from './to-facts.ts'
import { toOutcomes } from './to-outcomes.ts'

/** Users beyond this number are not counted. */
export const maximumUsers = 20

export const longestRunMs = hourMs
const runsAtOnce = 100
const stepsAtOnce = 500
const factsPerRun = 600
const searchesAtOnce = 100
const plansPerProject = 5000
const outcomesPerProject = 10_000
const toolsAtOnce = 200

const toolkitDeleted = z.object({ toolkit: z.string() })
const texts = z.array(z.string())

export type Learning = ReturnType<typeof createLearning>

/** Converts recorded calls to facts, and deletes facts without recent evidence. */
export const createLearning = (parts: {
  database: Database
  projects: Pick<Projects, 'get'>
  catalog: Pick<Catalog, 'listVersionsOfTools'>
  events: Events
  clock: Clock
}) => {
  const store = learnedStore(parts.database.handle)
  const ago = (ms: number) => new Date(parts.clock.now().getTime() - ms).toISOString()

  /** Toolkits may share a slug prefix, so facts of tools that still exist are kept. */
  const forgetTools = async (projectId: string, toolkit: string): Promise<void> => {
    const project = await parts.projects.get(projectId)
    const prefix = `${toSlugPrefix(toolkit)}_`
    if (!project) return
    let after = ''
    for (;;) {
      const tools = await store.listToolsWithFacts(projectId, prefix, after, toolsAtOnce)
      const last = tools.at(-1)
      if (last === undefined) return
      const there = await parts.catalog.listVersionsOfTools(project, tools)
      const gone = tools.filter((tool) => !there.has(tool))
      if (gone.length > 0)
        await deleteInBatches((limit) => store.deleteSomeFactsOfTools(projectId, gone, limit))
      after = last
    }
  }

  parts.events.subscribe('toolkit.deleted', 'session-plans', ({ scope, data }) =>
    forgetTools(scope, toolkitDeleted.parse(data).toolkit),
  )

  const learnFromRun = (projectId: string, runKey: string) =>
    parts.database.transaction(async (transaction) => {
      const inside = learnedStore(transaction)
      const steps = await inside.listSteps(projectId, runKey, stepsAtOnce)
      // Another node may have done so a moment ago.
      const userKey = steps[0]?.user_key
      if (
        userKey === undefined ||
        (await inside.deleteSteps(steps.map(({ id }) => id))) !== steps.length
      )
        return
      // Kept until they expire, since later calls of the run may depend on them.
      const searches = await inside.listSearches(
        projectId,
        runKey,
        steps.at(-1)?.started_at ?? '',
        searchesAtOnce,
      )
      await keepFacts(transaction, { projectId, userKey }, steps, searches)
    })

  const deleteSurplus = (projectId: string, kinds: FactRow['kind'][], keep: number) =>
    deleteInBatches((limit) => store.deleteSurplus(projectId, kinds, keep, limit))

  /** Returns whether more finished runs remain. */
  const learnFromSome = async (signal: AbortSignal | undefined): Promise<boolean> => {
    const runs = await store.listSettled(ago(idleMs), ago(longestRunMs), runsAtOnce)
    for (const { project_id, run_key } of runs) {
      const project = await parts.projects.get(project_id).catch(unlessUnreadable)
      if (project && mayLearnFrom(project)) await learnFromRun(project_id, run_key)
      else await deleteInBatches((limit) => store.deleteSomeStepsOfRun(project_id, run_key, limit))
    }
    for (const id of new Set(runs.map(({ project_id }) => project_id))) {
      await deleteSurplus(id, ['sequence', 'failure'], plansPerProject)
      await deleteSurplus(id, ['outcome'], outcomesPerProject)
    }
    return runs.length === runsAtOnce && !signal?.aborted
  }

  return {
    /** Learns from every finished run. */
    learn: async (signal?: AbortSignal): Promise<void> => {
      while (await learnFromSome(signal));
    },
  }
}

/** What a project did whose data key is damaged is worth nothing, and must not stop the others. */
const unlessUnreadable = (error: unknown): undefined => {
  if (!(error instanceof SecretsError)) throw error
}

/** Each fact counts once for a run, and once for a user. */
const keepFacts = async (
  transaction: Handle,
  { projectId, userKey }: { projectId: string; userKey: string },
  steps: readonly StepRow[],
  searches: readonly SearchRow[],
): Promise<void> => {
  const rows = toRows(projectId, steps, searches)
  if (rows.length === 0) return
  const store = learnedStore(transaction)
  const known = await store.upsertFacts(rows)
  const open = known.filter(({ users }) => users < maximumUsers).map(({ id }) => id)
  if (open.length === 0) return
  await store.insertUsers(
    open.map((fact_id) => ({ fact_id, project_id: projectId, user_key: userKey })),
  )
  await store.countUsers(open)
}

const toRows = (
  projectId: string,
  rowsOfSteps: readonly StepRow[],
  searches: readonly SearchRow[],
): FactRow[] => {
  const steps = rowsOfSteps.map((row) => ({
    tool: row.tool_slug,
    failure: row.failure,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  }))
  const rows = new Map<string, FactRow>()
  for (const fact of [
    ...toFacts(steps).slice(0, factsPerRun),
    ...toOutcomes(steps, searches.map(toNotedSearch)).slice(0, factsPerRun),
  ]) {
    const id = factId(projectId, fact)
    const hadFailure = fact.kind === 'sequence' && fact.hadFailure ? 1 : 0
    rows.set(id, {
      id,
      project_id: projectId,
      kind: fact.kind,
      tool_slug: fact.tool,
      content: contentOf(fact),
      users: 0,
      seen: 1,
      seen_with_failure: Math.max(hadFailure, rows.get(id)?.seen_with_failure ?? 0),
      last_seen_at: steps.at(-1)?.finishedAt ?? '',
    })
  }
  // A fixed order prevents deadlocks.
  return [...rows.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

const toNotedSearch = ({ words, tools, searched_at }: SearchRow) => ({
  words: texts.parse(JSON.parse(words)),
  tools: texts.parse(JSON.parse(tools)),
  searchedAt: searched_at,
})
