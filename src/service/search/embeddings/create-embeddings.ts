import type { Catalog } from '../../catalog/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import type { Log } from '../../platform/log.ts'
import type { Project } from '../../endpoint/index.ts'
import type { Projects } from '../../projects/index.ts'
import type { ProjectIndex } from '../index/project-index.ts'
import type { EmbeddingModel } from './embedding-model.ts'
import { defineProjectJob } from '../define-project-job.ts'
import { fillVectors } from './fill-vectors.ts'
import { createBlockVectors } from './block-vectors.ts'
import { nameOfModel } from './embedding-model.ts'
import { createRankByMeaning, type RankByMeaning, type ToolVectors } from './rank-by-meaning.ts'

type Parts = {
  database: Database
  catalog: Catalog
  projects: Pick<Projects, 'get' | 'reload'>
  jobs: Jobs
  log: Log
  clock: Clock
  model: EmbeddingModel
}

type Embeddings = {
  rank: RankByMeaning
  vectorsOf(project: Project, index: ProjectIndex): ToolVectors
  /** Has the vectors made that a project's tools lack. */ fill(project: Project): void
}

/**
 * Ranks by meaning with an operator's embedding model; a background job creates the vectors of
 * tools.
 */
export const createEmbeddings = (parts: Parts): Embeddings => {
  const { database, catalog, projects, log, model } = parts
  const vectors = createBlockVectors({ database, catalog, name: nameOfModel(model) })
  const fill = defineProjectJob(
    parts,
    { queue: 'search-vectors', what: 'The vectors of tools' },
    async (projectId, signal) => {
      let filled = -1
      for (;;) {
        const project = (await projects.get(projectId)) && (await projects.reload(projectId))
        // Changes that arrived while the job ran are not left to the next job.
        if (!project || project.catalogStamp === filled) return
        await fillVectors(parts, project, signal, () => vectors.expire(projectId))
        filled = project.catalogStamp
      }
    },
  )
  return {
    rank: createRankByMeaning({ log, model }),
    vectorsOf: (project, index) => ({
      index: index.search,
      read: () => vectors.read(project, index),
    }),
    fill,
  }
}
