import type { Catalog } from '../../catalog/index.ts'
import type { Project } from '../../endpoint/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/index.ts'
import { RetryJob, type Jobs } from '../../platform/jobs/index.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import type { Projects } from '../../projects/index.ts'
import { defineProjectJob } from '../define-project-job.ts'
import { createBackoff } from './create-backoff.ts'
import { createTokenBudget, TokensUsedUp } from './create-token-budget.ts'
import { enrichProject } from './enrich-project.ts'
import { createLanguageModel, ModelUnavailable } from './language-model.ts'
import { measureEnrichment } from './measure-enrichment.ts'
import type { EnrichmentSettings } from './settings.ts'
import { createUseCases, type UseCases } from './use-cases.ts'

/** How long another node waits for the turn of a project whose node stops. */
const stoppingMs = 1_000

type Parts = {
  database: Database
  catalog: Catalog
  projects: Pick<Projects, 'get' | 'reload'>
  jobs: Jobs
  log: Log
  clock: Clock
  metrics: Metrics
  settings: EnrichmentSettings
  /** Indexes use cases that have arrived; resolves with the project as it is then. */
  publish: (project: Project) => Promise<Project>
}

type EnrichmentJobs = {
  useCases: UseCases
  /** Has the use cases written that a project's tools lack. */
  fill(project: Project): void
  close(): Promise<void>
}

/** Has an operator's language model write use cases of tools, in a background job. */
export const createEnrichment = (parts: Parts): EnrichmentJobs => {
  const { database, projects, log, settings, publish } = parts
  const model = createLanguageModel(settings)
  const backoff = createBackoff(log, model.name, settings.firstPauseMs)
  const budget = createTokenBudget(parts, settings.tokensPerDay)
  const { countRequest, countTokens } = measureEnrichment(parts)
  let closed = false

  /** Returns how long the project has to wait for its next turn; undefined when nothing is left. */
  const runTurn = async (project: Project, signal: AbortSignal): Promise<number | undefined> => {
    try {
      const waiting = await enrichProject(
        {
          ...parts,
          model,
          takeTurn: budget.check,
          count: async (result, tokens) => {
            backoff.succeeded()
            countRequest({ result })
            countTokens({}, tokens)
            await budget.add(tokens)
          },
        },
        project,
        signal,
      )
      return waiting > 0 ? 0 : undefined
    } catch (error) {
      if (error instanceof TokensUsedUp) return error.waitMs
      if (!(error instanceof ModelUnavailable) || signal.aborted) throw error
      if (closed) return stoppingMs
      countRequest({ result: 'failed' })
      backoff.failed(error)
      return backoff.remainingMs()
    }
  }

  const fill = defineProjectJob(
    parts,
    { queue: 'search-use-cases', what: 'The use cases of tools' },
    async (projectId, signal) => {
      const pauseMs = backoff.remainingMs()
      if (pauseMs > 0) throw new RetryJob('The language model failed before', pauseMs)
      const project = (await projects.get(projectId)) && (await projects.reload(projectId))
      if (!project) return
      const waitMs = await runTurn(project, signal)
      const { catalogStamp } = await publish(project)
      if (waitMs !== undefined) throw new RetryJob('More tools wait for use cases', waitMs)
      // Changes that arrived while the job ran are not left to the next job.
      if ((await projects.reload(projectId)).catalogStamp > catalogStamp)
        throw new RetryJob('The tools have changed', 0)
    },
  )

  return {
    useCases: createUseCases(database, model.name, settings),
    fill,
    close: async () => {
      closed = true
      await model.close()
    },
  }
}
