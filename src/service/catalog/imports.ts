import { z } from 'zod'
import type { contract } from '../../contract/contract.ts'
import type { ImportReport, ImportState } from '../../contract/toolkits.ts'
import type { Project } from '../endpoint/index.ts'
import type { ByteBudget } from '../platform/byte-budget.ts'
import type { Clock } from '../platform/clock.ts'
import { DatabaseUnavailableError, type Database, type Handle } from '../platform/database/index.ts'
import type { Events } from '../platform/events/index.ts'
import { createId } from '../platform/ids.ts'
import { stopReason, type Jobs, type WorkContext } from '../platform/jobs/index.ts'
import type { Log } from '../platform/log.ts'
import { publicMessage } from '../platform/public-error.ts'
import { anyObject, outline, storedJson } from '../platform/stored-json.ts'
import type { TextParser } from '../platform/untrusted-text/index.ts'
import { logoPath, type FetchedLogo, type Logos } from '../logos/index.ts'
import type { Projects } from '../projects/index.ts'
import { ServiceError } from '../service-error.ts'
import type { ToolkitDefinition } from './definitions.ts'
import { toAuthSchemes } from './import-auth.ts'
import type { McpImportParts } from './mcp/import-mcp.ts'
import { applyImport, applyRefresh, findPrevious, type Previous } from './apply-import.ts'
import { refuseForMcp, refuseForOpenApi, refuseHostChange } from './check-import.ts'
import { createRefresh } from './mcp/refresh.ts'
import { isMcpImport, openRequest, sealRequest, withKnownSettings } from './mcp/sealed-request.ts'
import { plainHttpNotes } from './plain-http-notes.ts'
import { readOpenApi } from './read-openapi.ts'
import { isReservedSlug } from './reserved-slug.ts'
import type { FindOwners } from './slug-owners/assign-unowned.ts'
import { SlugsTakenError } from './slug-owners/claim-slugs.ts'
import { catalogStore, type ImportRow } from './store.ts'
import { cleanToolkit } from './texts/clean-toolkit.ts'
import { toTriggerTypes } from './trigger-type.ts'

export type ImportRequest = z.output<typeof contract.toolkits.import.body>

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
type ImportWork = { id: string; isRefresh: boolean; signal: AbortSignal }

type Parts = McpImportParts & {
  logos: Logos
  publicUrl: () => string
  texts: TextParser
  bytes: ByteBudget
  database: Database
  projects: Projects
  jobs: Jobs
  events: Events
  log: Log
  clock: Clock
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

  const insert = async (
    project: Project,
    request: ImportRequest,
    isRefresh: boolean,
    check?: (transaction: Handle) => Promise<void>,
  ): Promise<string> => {
    const id = createId('imp_')
    await parts.database.transaction(async (transaction) => {
      await check?.(transaction)
      await catalogStore(transaction).insertImport({
        id,
        project_id: project.id,
        slug: request.slug,
        status: 'queued',
        request: JSON.stringify(
          isMcpImport(request) ? { sealed: sealRequest(project, request) } : request,
        ),
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
    })
    return id
  }

  return {
    /** Accepts an import, or rejects an invalid request. */
    start: async (project: Project, request: ImportRequest): Promise<string> => {
      if (isReservedSlug(request.slug)) {
        throw new ServiceError(
          'invalid_request',
          `The toolkit slug "${request.slug}" is reserved: tools named SVC_… are the service's own, LOCAL_… the caller's`,
          {
            suggestedFix: 'Choose another slug',
            errors: [
              'body.slug: must not be "svc" or "local", nor begin with one of them and "_" or "-"',
            ],
          },
        )
      }
      if (request.auth) toAuthSchemes(request.auth)
      toTriggerTypes(request.slug, request.triggers)
      if (isMcpImport(request)) await refuseForMcp(parts, project, request)
      else refuseForOpenApi(request)
      return insert(project, request, false, (transaction) =>
        refuseMany(parts, transaction, project),
      )
    },

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

const refuseMany = async (
  { projects }: Parts,
  transaction: Handle,
  { id }: Project,
): Promise<void> => {
  await projects.lock(transaction, id)
  const unfinished = await catalogStore(transaction).countUnfinishedImports(id, maximumUnfinished)
  if (unfinished < maximumUnfinished) return
  throw new ServiceError(
    'rate_limited',
    `The project has ${maximumUnfinished} imports that are not finished, which is the most`,
    {
      suggestedFix: 'Wait until one of them has succeeded or failed; they run one after another',
      retryAfterSeconds: 15,
    },
  )
}

const readReport = storedJson('toolkit_imports.report', outline<ImportReport>({}))

const readRequest = storedJson(
  'toolkit_imports.request',
  z.union([
    outline<{ sealed: string }>({ sealed: z.string() }),
    outline<ImportRequest>({ source: anyObject }),
  ]),
)

const toState = (row: ImportRow): ImportState => ({
  id: row.id,
  slug: row.slug,
  status: row.status,
  progress: { done: row.done, total: row.total },
  report: row.report === null ? null : readReport(row.report, row.id),
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
  if (!row?.request || !project) return
  const finish = (changes: Partial<ImportRow>) =>
    store.updateRunningImport(id, {
      ...changes,
      request: null,
      finished_at: parts.clock.now().toISOString(),
    })
  try {
    // The last attempt only reports the failure of the earlier ones: an import that crashes every
    // process must not stay `running` for ever.
    if (attempt > retryDelaysSeconds.length)
      throw new ServiceError(
        'internal',
        `The import was begun ${retryDelaysSeconds.length} times, and each time the service ended or lost its database before it was done. Import less at a time, with \`include\``,
      )
    await store.updateRunningImport(id, { status: 'running' })
    const stored = readRequest(row.request, id)
    const request = 'sealed' in stored ? openRequest(project, row.slug, stored.sealed) : stored
    const work = { id, isRefresh, signal }
    await importToolkit(parts, project, work, request).catch((error: unknown) => {
      if (!(error instanceof SlugsTakenError)) throw error
      return importToolkit(parts, project, work, request)
    })
  } catch (error) {
    // The import itself did not fail: its job is released or retried, and the next process
    // continues.
    if (signal.reason === stopReason || error instanceof DatabaseUnavailableError) throw error
    await finish({
      status: 'failed',
      error: publicMessage(
        error,
        `The import failed in an unexpected way. Try again; if it stays, report its id ${id} to the operator of this service`,
      ),
    })
    if (!(error instanceof ServiceError))
      parts.log.error(
        { importId: id, projectId, err: error },
        'An import failed in an unexpected way',
      )
  }
}

const importToolkit = async (
  parts: Parts,
  project: Project,
  { id, isRefresh, signal }: ImportWork,
  given: ImportRequest,
): Promise<void> => {
  const projectId = project.id
  const store = catalogStore(parts.database.handle)
  const previous = await findPrevious(store, projectId, given.slug)
  const request = isMcpImport(given)
    ? withKnownSettings(project, given, previous?.definition)
    : given
  const { toolkit, report } = await describe(parts, project, id, request, previous, signal)
  const { toolkit: cleaned, notes } = await cleanToolkit(
    withRequest(toolkit, request),
    parts.publicUrl(),
  )
  if (previous) refuseHostChange(previous, cleaned, request)
  const owner = { projectId, toolkit: request.slug }
  const fetched =
    isRefresh || request.logo === undefined
      ? undefined
      : await parts.logos.fetch(owner, request.logo, signal)
  const complete = withLogo(cleaned, isRefresh ? previous?.definition.logo : pathOf(fetched))
  const plainHttp = await plainHttpNotes(parts.outbound, projectId, complete)

  await parts.database.transaction(async (transaction) => {
    if (fetched && 'logo' in fetched) await parts.logos.store(transaction, owner, fetched.logo)
    const { version, difference } =
      previous && isRefresh
        ? await applyRefresh(parts, transaction, project, request, previous, complete)
        : await applyImport(parts, transaction, project, previous, complete)
    const stored: ImportReport = {
      version,
      operations: report.operations,
      made: report.made,
      tools: report.tools,
      skipped: report.skipped,
      renamed: report.renamed,
      notes: [...plainHttp, ...report.notes, ...notes, ...logoNotes(fetched)],
      tokens: report.tokens,
      difference: { previous_version: previous?.version ?? null, ...difference },
    }
    await catalogStore(transaction).updateRunningImport(id, {
      status: 'succeeded',
      report: JSON.stringify(stored),
      request: null,
      done: report.operations,
      total: report.operations,
      finished_at: parts.clock.now().toISOString(),
    })
  })
  parts.projects.forget(projectId)
}

const pathOf = (fetched: FetchedLogo | undefined): string | undefined =>
  fetched && 'logo' in fetched ? logoPath(fetched.logo.hash) : undefined

const withLogo = (toolkit: ToolkitDefinition, logo: string | undefined): ToolkitDefinition => ({
  ...toolkit,
  ...(logo !== undefined && { logo }),
})

const logoNotes = (fetched: FetchedLogo | undefined): string[] =>
  fetched && 'problem' in fetched ? [`The toolkit has no logo: ${fetched.problem}`] : []

/** The toolkit that the request's source describes, and the parts that could not be used. */
const describe = async (
  parts: Parts,
  project: Project,
  id: string,
  request: ImportRequest,
  previous: Previous | undefined,
  signal: AbortSignal,
) => {
  const store = catalogStore(parts.database.handle)
  // A pending tool keeps its slug.
  const waiting = await store.listChanges(project.id, request.slug)
  const previousTools = [
    ...(previous?.tools ?? []),
    ...waiting.filter(({ slug }) => !previous?.tools.some((tool) => tool.slug === slug)),
  ]
  const findOwners: FindOwners = async (slugs) => {
    const owners = await store.findSlugOwners(project.id, 'tool', slugs)
    return new Map([...owners].filter(([, owner]) => owner !== request.slug))
  }
  if ('mcp' in request.source) {
    const { importMcp } = await import('./mcp/import-mcp.ts')
    return importMcp(
      parts,
      project,
      { ...request, source: request.source },
      previous && { ...previous.definition, tools: previousTools },
      findOwners,
      signal,
    )
  }
  let reported = 0
  return readOpenApi(parts, request, request.source, {
    projectId: project.id,
    previousTools,
    findOwners,
    signal,
    onProgress: (done, total) => {
      if (done - reported < 100 && done !== total) return
      reported = done
      void store.updateRunningImport(id, { done, total }).catch(() => {})
    },
  })
}

const withRequest = (toolkit: ToolkitDefinition, request: ImportRequest): ToolkitDefinition => ({
  ...toolkit,
  ...(request.description !== undefined && { description: request.description }),
  ...(request.categories !== undefined && { categories: request.categories }),
  ...(request.current_user !== undefined && { currentUser: request.current_user }),
  triggers: toTriggerTypes(request.slug, request.triggers),
})
