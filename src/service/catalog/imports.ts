import type { ImportReport, ImportState } from '../../contract/toolkits.ts'
import type { Project } from '../endpoint/index.ts'
import { DatabaseUnavailableError, type Handle } from '../platform/database/index.ts'
import { createId } from '../platform/ids.ts'
import { stopReason, type Jobs, type WorkContext } from '../platform/jobs/index.ts'
import type { Log } from '../platform/log.ts'
import { publicMessage } from '../platform/public-error.ts'
import { outline, storedJson } from '../platform/stored-json.ts'
import { ServiceError } from '../service-error.ts'
import { toAuthSchemes } from './import-auth.ts'
import type { ImportBody, ImportRequest, Shipped, ShippedImport } from './import-request.ts'
import { resolveRequest, resolveShipped } from './recipe/index.ts'
import { checkGraphQlImport, checkMcpImport, checkOpenApiImport } from './check-import.ts'
import { listOnceConnected } from './mcp/list-once-connected.ts'
import { createRefresh } from './mcp/refresh.ts'
import { isMcpImport, openRequest, sealRequest } from './mcp/sealed-request.ts'
import { readImportRequest, saveImportRequest } from './stored-request.ts'
import { importToolkit, type ImportToolkitParts } from './import-toolkit.ts'
import { isGraphQlImport } from './read-graphql.ts'
import { isReservedSlug } from './reserved-slug.ts'
import { SlugsTakenError } from './slug-owners/claim-slugs.ts'
import { catalogStore, type ImportRow } from './store.ts'
import { toTriggerTypes } from './trigger-type.ts'

export type Imports = ReturnType<typeof createImports>

const queue = 'toolkit-import'
/**
 * A separate queue: an MCP server may be slow, and imports of descriptions should not wait for it.
 */
const mcpQueue = 'mcp-import'

const retryDelaysSeconds = [1, 30, 300, 300]

/** Imports queue per project: a hanging import delays only other imports of its project. */
const fairConcurrency = { concurrency: 4, concurrencyPerKey: 1 }

/** Limit per project, running imports included. */
const maximumUnfinished = 20

/** `isRefresh`: the service started the import itself, so nobody has agreed to its result. */
type ImportJob = { id: string; projectId: string; isRefresh?: boolean }

type Parts = ImportToolkitParts & {
  jobs: Jobs
  log: Log
  /** Settles when a search of the project finds all its tools. */
  indexTools: (project: Project, signal: AbortSignal) => Promise<void>
}

/** Imports toolkits in the background and reports the progress of each import. */
export const createImports = (parts: Parts) => {
  // A failed import is final and is reported as such. It is retried only when its process died or
  // lost the database, since the caller was told that it is running.
  for (const name of [queue, mcpQueue]) {
    parts.jobs.define<ImportJob>(
      name,
      { retryDelaysSeconds, ...fairConcurrency },
      async (job, context) => {
        await runImport(parts, job, context)
      },
    )
  }

  const insertIn = async (
    transaction: Handle,
    project: Project,
    request: ImportRequest,
    isRefresh: boolean,
  ): Promise<string> => {
    const id = createId('imp_')
    const store = catalogStore(transaction)
    await saveImportRequest(
      store,
      { import_id: id, project_id: project.id },
      isMcpImport(request) ? { sealed: sealRequest(project, request) } : request,
    )
    await store.insertImport({
      id,
      project_id: project.id,
      slug: request.slug,
      status: 'queued',
      done: 0,
      total: 0,
      report: null,
      error: null,
      created_at: parts.clock.now().toISOString(),
      finished_at: null,
    })
    const job: ImportJob = { id, projectId: project.id, isRefresh }
    await parts.jobs.enqueue(transaction, isMcpImport(request) ? mcpQueue : queue, job, {
      key: project.id,
    })
    return id
  }

  const insert = (project: Project, request: ImportRequest, isRefresh: boolean): Promise<string> =>
    parts.database.transaction((transaction) => insertIn(transaction, project, request, isRefresh))

  listOnceConnected(parts, (project, request) => insert(project, request, false))

  const check = async (project: Project, request: ImportRequest): Promise<void> => {
    if (isReservedSlug(request.slug)) {
      throw new ServiceError(
        'invalid_request',
        `The toolkit slug "${request.slug}" is reserved: SVC_… are tools of the service, LOCAL_… tools of the caller`,
        {
          suggestedFix: 'Choose another slug',
          errors: [
            'body.slug: must not be "svc" or "local", nor begin with one of them and "_" or "-", nor be "add" or "available"',
          ],
        },
      )
    }
    if (request.auth) toAuthSchemes(request.auth)
    toTriggerTypes(request.slug, request.triggers)
    if (isMcpImport(request)) await checkMcpImport(parts, project, request)
    else if (isGraphQlImport(request)) await checkGraphQlImport(parts, project, request)
    else checkOpenApiImport(request)
  }

  /** All of them, or none. */
  const accept = async (project: Project, requests: ImportRequest[]): Promise<string[]> => {
    for (const request of requests) await check(project, request)
    return parts.database.transaction(async (transaction) => {
      await rejectMany(parts, transaction, project, requests.length)
      const ids: string[] = []
      for (const request of requests) ids.push(await insertIn(transaction, project, request, false))
      return ids
    })
  }

  return {
    /** Accepts an import, or rejects an invalid request. */
    start: async (project: Project, body: ImportBody): Promise<string> => {
      const [id = ''] = await accept(project, [await resolveRequest(parts.texts, body)])
      return id
    },

    /**
     * Accepts imports with recipes of this service, which are not read again: all or none. Returns
     * their ids in the same order.
     */
    startShipped: (
      project: Project,
      all: readonly { shipped: Shipped; options: ShippedImport }[],
    ): Promise<string[]> =>
      accept(
        project,
        all.map(({ shipped, options }) => resolveShipped(shipped, options)),
      ),

    /** Lists an MCP server's tools again, because it announced a change. */
    refresh: createRefresh(parts, (project, request) => insert(project, request, true)),

    get: async (project: Project, id: string): Promise<ImportState> => {
      const row = await catalogStore(parts.database.handle).findImport(project.id, id)
      if (!row)
        throw new ServiceError('not_found', `No import "${id}"`, {
          suggestedFix: 'Start one with POST /api/v3/toolkits/import',
        })
      return toState(row)
    },
  }
}

const rejectMany = async (
  { projects }: Parts,
  transaction: Handle,
  { id }: Project,
  added: number,
): Promise<void> => {
  await projects.lock(transaction, id)
  const unfinished = await catalogStore(transaction).countUnfinishedImports(id, maximumUnfinished)
  if (unfinished + added <= maximumUnfinished) return
  throw new ServiceError(
    'rate_limited',
    unfinished === maximumUnfinished
      ? `The project has ${maximumUnfinished} unfinished imports, which is the maximum`
      : `The project has ${unfinished} unfinished imports, and with these it would have more than the maximum, ${maximumUnfinished}`,
    {
      suggestedFix: 'Wait until one of them has succeeded or failed; they run one after another',
      retryAfterSeconds: 15,
    },
  )
}

const readReport = storedJson('toolkit_imports.report', outline<ImportReport>({}))

const toState = (row: ImportRow): ImportState => ({
  id: row.id,
  slug: row.slug,
  status: row.status,
  progress: { done: row.done, total: row.total },
  // Stored before the tools are indexed, and shown once the import has ended.
  report: row.report === null || row.finished_at === null ? null : readReport(row.report, row.id),
  error: row.error,
  created_at: row.created_at,
  finished_at: row.finished_at,
})

const runImport = async (
  parts: Parts,
  { projectId, id, isRefresh = false }: ImportJob,
  { attempt, signal }: WorkContext,
): Promise<void> => {
  const store = catalogStore(parts.database.handle)
  const row = await store.findImport(projectId, id)
  const project = await parts.projects.get(projectId)
  if (!row || !project) return
  const finish = (changes: Partial<ImportRow>) =>
    parts.database.transaction(async (transaction) => {
      const { updateRunningImport, deleteImportRequest } = catalogStore(transaction)
      await updateRunningImport(id, { ...changes, finished_at: parts.clock.now().toISOString() })
      await deleteImportRequest(id)
    })
  try {
    // An earlier attempt stored the tools, and ended before they were indexed.
    if (row.report !== null) return await indexAndFinish(parts, row, { attempt, signal })
    const stored = await readImportRequest(parts.texts, store, id)
    if (stored === undefined) return
    // The last attempt only reports the failure of the earlier ones: an import that crashes every
    // process must not stay `running` forever.
    if (attempt > retryDelaysSeconds.length)
      throw new ServiceError(
        'internal',
        `The import was started ${retryDelaysSeconds.length} times, and each time the service stopped or lost its database before it was done. Import less at a time, with \`include\``,
      )
    await store.updateRunningImport(id, { status: 'running' })
    const request = 'sealed' in stored ? openRequest(project, row.slug, stored.sealed) : stored
    const work = { id, isRefresh, signal }
    await importToolkit(parts, project, work, request).catch((error: unknown) => {
      if (!(error instanceof SlugsTakenError)) throw error
      return importToolkit(parts, project, work, request)
    })
    await indexAndFinish(parts, row, { attempt, signal })
  } catch (error) {
    // The import itself did not fail: its job is released or retried, and the next process
    // continues.
    if (signal.reason === stopReason || error instanceof DatabaseUnavailableError) throw error
    await finish({
      status: 'failed',
      error: publicMessage(
        error,
        `The import failed unexpectedly. Try again; if the problem persists, report its id ${id} to the operator of this service`,
      ),
    })
    if (!(error instanceof ServiceError))
      parts.log.error({ importId: id, projectId, err: error }, 'An import failed unexpectedly')
  }
}

/**
 * Ends an import once a search finds its tools. An index is derived data: if it cannot be built, the
 * import has succeeded nevertheless, and the next search tries again.
 */
const indexAndFinish = async (
  parts: Parts,
  { id, project_id }: ImportRow,
  { attempt, signal }: Pick<WorkContext, 'attempt' | 'signal'>,
): Promise<void> => {
  if (attempt <= retryDelaysSeconds.length) {
    try {
      parts.projects.forget(project_id)
      await parts.indexTools(await parts.projects.reload(project_id), signal)
    } catch (error) {
      if (signal.reason === stopReason || error instanceof DatabaseUnavailableError) throw error
      parts.log.warn({ importId: id, err: error }, 'The tools of an import could not be indexed')
    }
  }
  await catalogStore(parts.database.handle).updateRunningImport(id, {
    status: 'succeeded',
    finished_at: parts.clock.now().toISOString(),
  })
}
