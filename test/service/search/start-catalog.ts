import { onTestFinished } from 'vitest'
import { createCatalogRules } from '../../../src/service/catalog/catalog.ts'
import type { ToolkitDefinition } from '../../../src/service/catalog/definitions.ts'
import { saveVersion } from '../../../src/service/catalog/save-version.ts'
import { createEvents } from '../../../src/service/platform/events/index.ts'
import { createJobs } from '../../../src/service/platform/jobs/index.ts'
import { createLog } from '../../../src/service/platform/log.ts'
import { createSecrets, parseKeyRing } from '../../../src/service/platform/secrets/index.ts'
import type { Project } from '../../../src/service/endpoint/index.ts'
import { createProjectRules } from '../../../src/service/projects/project.ts'
import { projectStore } from '../../../src/service/projects/store.ts'
import { createProjectIndexes } from '../../../src/service/search/index/project-indexes.ts'
import { createSnapshots } from '../../../src/service/search/index/snapshots.ts'
import { search } from '../../../src/service/search/engine/index.ts'
import type { TemporaryDatabase } from '../../support/temporary-database.ts'

/** A catalogue without a service around it: toolkits are saved at once, one version a day. */
export const startCatalog = async (database: TemporaryDatabase) => {
  const time = { now: Date.parse('2026-11-21T12:00:00Z') }
  const clock = { now: () => new Date(time.now) }
  const secrets = createSecrets(parseKeyRing(`1:${Buffer.alloc(32, 7).toString('base64')}`))
  const jobs = createJobs(database, {
    clock,
    log: createLog('silent'),
    ...(database.engine === 'postgres' && { postgresUrl: database.location }),
  })
  // PostgreSQL takes a hundred connections, and jobs hold six from their first use on.
  onTestFinished(() => jobs.stop({ graceMs: 0 }))
  const events = createEvents(database, jobs, { clock })
  await projectStore(database.handle).insertOrganization({
    id: 'org_1',
    name: 'Org',
    created_at: clock.now().toISOString(),
  })
  const projects = createProjectRules({ database, secrets, clock })
  const catalog = createCatalogRules({
    database,
    projects,
    events,
    publicUrl: () => 'http://localhost',
  })

  return {
    projects,
    catalog,
    clock,
    events,
    jobs,
    createProject: async (name: string): Promise<Project> =>
      projects.reload(
        (await database.transaction((transaction) =>
          projects.insert(transaction, 'org_1', name, {}),
        )) ?? '',
      ),

    /** Saves a toolkit whose tools are named like this, and answers the project as it then is. */
    save: async (
      { id }: Project,
      slug: string,
      names: readonly string[],
      options: Parameters<typeof saveVersion>[4] = {},
    ): Promise<Project> => {
      time.now += 24 * 60 * 60_000
      await database.transaction((transaction) =>
        saveVersion({ projects, clock }, transaction, id, toToolkit(slug, names), options),
      )
      return projects.reload(id)
    },
    remove: async (project: Project, slug: string): Promise<Project> => {
      await database.transaction((transaction) => catalog.deleteToolkit(transaction, project, slug))
      return projects.reload(project.id)
    },

    /** Indexes as a node that starts now has them, and which toolkits it reads for them. */
    startIndexes: (options: { waitMs?: number } = {}) => {
      const read: string[] = []
      const errors: unknown[] = []
      const onError = (error: unknown) => void errors.push(error)
      const snapshots = createSnapshots({ database, clock, onError })
      const watched = {
        ...catalog,
        readDocuments: (...[project, toolkit, after]: Parameters<typeof catalog.readDocuments>) => (
          read.push(toolkit.slug),
          catalog.readDocuments(project, toolkit, after)
        ),
      }
      const indexes = createProjectIndexes({ catalog: watched, snapshots, onError, ...options })
      return {
        read,
        errors,
        indexes,
        find: async (project: Project, words: string): Promise<string[]> =>
          search((await indexes.current(project)).search, {
            useCase: words,
            limit: 10,
          }).primary.map(({ slug }) => slug),
        saved: snapshots.saved,
        stop: snapshots.close,
      }
    },
  }
}

const toToolkit = (slug: string, names: readonly string[]): ToolkitDefinition => ({
  slug,
  name: slug,
  description: '',
  categories: [],
  authSchemes: [],
  triggers: [],
  tools: names.map((name) => ({
    slug: `${slug}_${name}`.toUpperCase().replaceAll(' ', '_'),
    operation: name,
    name,
    description: `${name} of ${slug}`,
    inputParameters: { type: 'object', properties: {} },
    outputParameters: {},
    tags: [],
    scopes: [],
    isDeprecated: false,
    noAuth: true,
    request: { method: 'GET', server: { url: 'https://example.com' }, path: '/', parameters: [] },
  })),
})
