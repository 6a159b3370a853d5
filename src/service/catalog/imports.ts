import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { contract } from '../../contract/contract.ts'
import type { ImportReport, ImportState } from '../../contract/toolkits.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Handle } from '../platform/database/index.ts'
import { createId } from '../platform/ids.ts'
import type { Jobs } from '../platform/jobs/index.ts'
import type { Outbound } from '../platform/outbound/index.ts'
import type { Project, Projects } from '../projects/project.ts'
import { ServiceError } from '../service-error.ts'
import type { ToolkitDefinition } from './definitions.ts'
import { newDestinations } from './host-change.ts'
import { toAuthScheme } from './import-auth.ts'
import { readDescription } from './read-description.ts'
import { isReservedSlug } from './reserved-slug.ts'
import { catalogStore, type ImportRow, type ToolRow } from './store.ts'
import { absoluteServers } from './toolkit-servers.ts'
import { triggerTypesSchema } from './trigger-type.ts'

export type ImportRequest = z.output<typeof contract.toolkits.import.body>

export type Imports = ReturnType<typeof createImports>

const queue = 'toolkit-import'
const maximumDocumentBytes = 64 * 1024 * 1024

type Parts = { database: Database; projects: Projects; jobs: Jobs; outbound: Outbound; clock: Clock }

/** Imports toolkits in the background and says how far each import is. */
export const createImports = (parts: Parts) => {
  parts.jobs.define<{ id: string; projectId: string }>(queue, { retryDelaysSeconds: [], concurrency: 1 }, async ({ id, projectId }) => {
    await runImport(parts, projectId, id)
  })

  return {
    /** Accepts an import; what is wrong with the request itself is refused here. */
    start: async (project: Project, request: ImportRequest): Promise<string> => {
      if (isReservedSlug(request.slug)) {
        throw new ServiceError('invalid_request', `The toolkit slug "${request.slug}" is reserved: tools named SVC_… are the service's own, LOCAL_… the caller's`, {
          suggestedFix: 'Choose another slug',
          errors: ['body.slug: must not be "svc" or "local", nor begin with one of them and "_" or "-"'],
        })
      }
      if (request.auth) toAuthScheme(request.auth)
      parseTriggers(request)
      const id = createId('imp_')
      await parts.database.transaction(async (transaction) => {
        await catalogStore(transaction).insertImport({
          id,
          project_id: project.id,
          slug: request.slug,
          status: 'queued',
          request: JSON.stringify(request),
          done: 0,
          total: 0,
          report: null,
          error: null,
          created_at: parts.clock.now().toISOString(),
          finished_at: null,
        })
        await parts.jobs.enqueue(transaction, queue, { id, projectId: project.id })
      })
      return id
    },

    get: async (project: Project, id: string): Promise<ImportState> => {
      const row = await catalogStore(parts.database.handle).findImport(project.id, id)
      if (!row) throw new ServiceError('not_found', `No import "${id}"`, { suggestedFix: 'Start one with POST /api/v3/toolkits/import' })
      return toState(row)
    },
  }
}

const toState = (row: ImportRow): ImportState => ({
  id: row.id,
  slug: row.slug,
  status: row.status,
  progress: { done: row.done, total: row.total },
  report: row.report === null ? null : (JSON.parse(row.report) as ImportReport),
  error: row.error,
  created_at: row.created_at,
  finished_at: row.finished_at,
})

const runImport = async (parts: Parts, projectId: string, id: string): Promise<void> => {
  const store = catalogStore(parts.database.handle)
  const row = await store.findImport(projectId, id)
  if (!row?.request) return
  const finish = (changes: Partial<ImportRow>) => store.updateImport(id, { ...changes, request: null, finished_at: parts.clock.now().toISOString() })
  try {
    await store.updateImport(id, { status: 'running' })
    await importToolkit(parts, projectId, id, JSON.parse(row.request) as ImportRequest)
  } catch (error) {
    await finish({ status: 'failed', error: error instanceof Error ? error.message : String(error) })
    if (!(error instanceof ServiceError)) throw error
  }
}

const importToolkit = async (parts: Parts, projectId: string, id: string, request: ImportRequest): Promise<void> => {
  const store = catalogStore(parts.database.handle)
  const previous = await store.findToolkit(projectId, request.slug)
  const previousTools = previous ? await store.listToolsOf(projectId, previous) : []
  const { document, address } = await readDocument(parts.outbound, request.source.openapi)

  let reported = 0
  // Loaded for the first import: no other operation needs it.
  const { importOpenApi } = await import('./openapi/index.ts')
  const { toolkit, report } = await importOpenApi(document, {
    slug: request.slug,
    previous: previousTools.map(({ operation, slug }) => ({ operation, slug })),
    ...(request.name !== undefined && { name: request.name }),
    ...(request.base_url !== undefined ? { baseUrl: request.base_url } : address !== undefined && { sourceUrl: address }),
    ...(request.auth !== undefined && { auth: toAuthScheme(request.auth) }),
    ...(request.include !== undefined && { include: request.include }),
    ...(request.exclude !== undefined && { exclude: request.exclude }),
    onProgress: (done, total) => {
      if (done - reported < 100 && done !== total) return
      reported = done
      void store.updateImport(id, { done, total }).catch(() => {})
    },
  }).catch((cause: unknown) => {
    throw new ServiceError('invalid_request', cause instanceof Error ? cause.message : 'The document could not be read', { cause })
  })
  const complete = withRequest(toolkit, request)
  if (previous) await refuseHostChange(store, projectId, previous, complete, request)

  await parts.database.transaction(async (transaction) => {
    const { version, difference } = await saveVersion(parts, transaction, projectId, complete)
    const stored: ImportReport = {
      version,
      operations: report.operations,
      made: report.made,
      tools: report.tools,
      skipped: report.skipped,
      renamed: report.renamed,
      notes: report.notes,
      tokens: report.tokens,
      difference: { previous_version: previous?.version ?? null, ...difference },
    }
    await catalogStore(transaction).updateImport(id, {
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

const readDocument = async (outbound: Outbound, source: ImportRequest['source']['openapi']): Promise<{ document: unknown; address?: string }> => {
  if (typeof source !== 'string') return { document: source }
  if (!/^https?:\/\//i.test(source.trim())) return { document: await parse(source) }
  const address = source.trim()
  const answer = await outbound.send({ method: 'GET', url: address, headers: { accept: 'application/json, application/yaml, */*' }, maxResponseBytes: maximumDocumentBytes }).catch((cause: unknown) => {
    throw new ServiceError('invalid_request', `The description could not be fetched: ${cause instanceof Error ? cause.message : 'no answer'}`, { cause })
  })
  if (answer.status !== 200) throw new ServiceError('invalid_request', `The address of the description answered ${answer.status}`)
  return { document: await parse(Buffer.from(answer.body).toString('utf8')), address: answer.url }
}

const parse = async (text: string): Promise<unknown> => {
  try {
    return await readDescription(text)
  } catch (cause) {
    throw new ServiceError('invalid_request', cause instanceof Error ? cause.message : 'The description is neither JSON nor YAML', { cause })
  }
}

const parseTriggers = (request: ImportRequest) => {
  const parsed = triggerTypesSchema(request.slug).safeParse(request.triggers ?? [])
  if (parsed.success) return parsed.data
  throw new ServiceError('invalid_request', 'A trigger type of the import is not valid', {
    suggestedFix: 'Give each trigger type what `errors` names, or leave `triggers` out',
    errors: parsed.error.issues.map((issue) => `body.triggers.${issue.path.join('.')}: ${issue.message}`),
  })
}

const withRequest = (toolkit: ToolkitDefinition, request: ImportRequest): ToolkitDefinition => ({
  ...toolkit,
  ...(request.description !== undefined && { description: request.description }),
  ...(request.logo !== undefined && { logo: request.logo }),
  ...(request.categories !== undefined && { categories: request.categories }),
  ...(request.current_user !== undefined && { currentUser: request.current_user }),
  triggers: parseTriggers(request),
})

/** Stored credentials must not follow a toolkit to other hosts without somebody's word. */
const refuseHostChange = async (
  store: ReturnType<typeof catalogStore>,
  projectId: string,
  previous: { slug: string; version: string },
  toolkit: ToolkitDefinition,
  request: ImportRequest,
): Promise<void> => {
  if (request.accept_host_change) return
  const row = await store.findToolkitVersion(projectId, previous.slug, previous.version)
  const added = row ? newDestinations(JSON.parse(row.definition) as ToolkitDefinition, withServers(toolkit)) : []
  if (added.length === 0) return
  throw new ServiceError('invalid_request', `This version of "${toolkit.slug}" would send requests to other hosts or auth endpoints than before: ${added.join(', ')}. If that is meant, import again with accept_host_change: true`)
}

/** What tools have of addresses, where whoever has the toolkit without its tools finds it. */
const withServers = ({ tools, ...definition }: ToolkitDefinition) => ({ ...definition, servers: absoluteServers(tools) })

const saveVersion = async (parts: Parts, transaction: Handle, projectId: string, toolkit: ToolkitDefinition) => {
  const store = catalogStore(transaction)
  const now = parts.clock.now().toISOString()
  const version = await nextVersion(store, projectId, toolkit.slug, now)
  const previous = await store.findToolkit(projectId, toolkit.slug)
  const before = new Map(previous ? (await store.listToolsOf(projectId, previous)).map((row) => [row.slug, row.hash]) : [])

  const documents = toolkit.tools.map((definition) => ({ definition, document: JSON.stringify(definition) }))
  const rows = documents.map(({ definition, document }): ToolRow => ({
    project_id: projectId,
    toolkit_slug: toolkit.slug,
    version,
    slug: definition.slug,
    name: definition.name,
    description: definition.description,
    parameters: JSON.stringify(parameterNames(definition.inputParameters)),
    tags: JSON.stringify(definition.tags),
    scopes: JSON.stringify(definition.scopes),
    operation: definition.operation,
    hash: createHash('sha256').update(document).digest('base64url'),
  }))
  await store.insertDocuments(rows.map((row, index) => ({ project_id: projectId, toolkit_slug: toolkit.slug, hash: row.hash, document: documents[index]?.document ?? '' })))
  await store.insertTools(rows)

  await store.insertToolkitVersion({
    project_id: projectId,
    slug: toolkit.slug,
    version,
    definition: JSON.stringify(withServers(toolkit)),
    tools_count: toolkit.tools.length,
    stamp: await parts.projects.bumpCatalogStamp(transaction, projectId),
    created_at: now,
  })
  await store.upsertToolkit({ project_id: projectId, slug: toolkit.slug, version, name: toolkit.name, created_at: now, updated_at: now })
  return { version, difference: toDifference(before, new Map(rows.map((row) => [row.slug, row.hash]))) }
}

/** `20261121_00`, `20261121_01`, …: never used twice, also not after the toolkit was deleted, since versions are remembered. */
const nextVersion = async (store: ReturnType<typeof catalogStore>, projectId: string, slug: string, now: string): Promise<string> => {
  const count = await store.countImportsOfDay(projectId, slug, now.slice(0, 10))
  return `${now.slice(0, 10).replaceAll('-', '')}_${String(count).padStart(2, '0')}`
}

const parameterNames = (schema: Record<string, unknown>): string[] =>
  typeof schema['properties'] === 'object' && schema['properties'] !== null ? Object.keys(schema['properties']) : []

const toDifference = (before: Map<string, string>, after: Map<string, string>) => {
  const kept = [...after.keys()].filter((slug) => before.has(slug))
  const changed = kept.filter((slug) => before.get(slug) !== after.get(slug))
  return {
    added: [...after.keys()].filter((slug) => !before.has(slug)),
    removed: [...before.keys()].filter((slug) => !after.has(slug)),
    changed,
    unchanged: kept.length - changed.length,
  }
}

