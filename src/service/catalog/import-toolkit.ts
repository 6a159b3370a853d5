import type { ImportReport } from '../../contract/toolkits.ts'
import type { DescriptionCache } from '../descriptions/index.ts'
import type { Project } from '../endpoint/index.ts'
import { logoPath, type FetchedLogo, type Logos } from '../logos/index.ts'
import type { ByteBudget } from '../platform/byte-budget.ts'
import { timestamp, type Clock } from '../platform/clock.ts'
import type { Database, Handle } from '../platform/database/index.ts'
import type { Events } from '../platform/events/index.ts'
import type { TextParser } from '../platform/untrusted-text/index.ts'
import type { Projects } from '../projects/index.ts'
import { findPreviousImport, previewImport, type PreviousImport } from './apply-import.ts'
import { rejectHostChange } from './check-import.ts'
import { boundInputs } from './shared-definitions/bound-inputs.ts'
import {
  findKnownImport,
  isReusable,
  toImportKey,
  type KnownImport,
  type KnownReport,
} from './contents/known-import.ts'
import { fingerprintOf } from './contents/save-content.ts'
import { toNames } from './contents/stored-tool.ts'
import { withServers } from './contents/with-servers.ts'
import type { ToolkitDefinition } from './definitions.ts'
import { findLogo } from './find-logo.ts'
import type { ImportRequest } from './import-request.ts'
import { rankWarnings, verdictOf } from './import-warning.ts'
import type { McpImportParts } from './mcp/import-mcp.ts'
import { isMcpImport, withKnownSettings } from './mcp/sealed-request.ts'
import { withListingAccount } from './mcp/with-listing-account.ts'
import { plainHttpWarnings } from './plain-http-warnings.ts'
import { listPreviousSlugs, readSource } from './read-source.ts'
import { isShared, notAsShown, saveImport } from './save-import.ts'
import { addVersion } from './save-version.ts'
import { SlugsTakenError } from './slug-owners/claim-slugs.ts'
import { catalogStore } from './store.ts'
import { cleanToolkit } from './texts/clean-toolkit.ts'

export type ImportToolkitParts = McpImportParts & {
  descriptions: DescriptionCache
  logos: Logos
  publicUrl: () => string
  texts: TextParser
  bytes: ByteBudget
  database: Database
  projects: Projects
  events: Events
  clock: Clock
}

type ImportWork = { id: string; isRefresh: boolean; signal: AbortSignal }

/** The content of a known import was deleted in the meantime. */
class ContentGoneError extends Error {}

/** Stores the next version of a toolkit, and the report of the import. */
export const importToolkit = async (
  parts: ImportToolkitParts,
  project: Project,
  work: ImportWork,
  // These are not of the toolkit, whose definition may hold the request.
  { preview: isPreview = false, onlyIf, ...given }: ImportRequest,
): Promise<void> => {
  const { handle } = parts.database
  const store = catalogStore(handle)
  const previous = await findPreviousImport(store, project.id, given.slug)
  const previousSlugs = previous ? await listPreviousSlugs(store, project.id, given.slug) : []
  const key = isShared(given)
    ? toImportKey({ request: given, previousSlugs, publicUrl: parts.publicUrl() })
    : undefined
  const known =
    key !== undefined && given.official === 'cached'
      ? await findKnownImport(handle, parts.descriptions, key)
      : undefined
  const settings = { isPreview, onlyIf, previous }
  if (known && (await takeOver(parts, project, work, { ...settings, request: given, known })))
    return

  const request = isMcpImport(given)
    ? await withListingAccount(
        parts,
        project,
        withKnownSettings(project, given, previous?.definition),
        !work.isRefresh && given.source.mcp.connected_account_id !== undefined,
      )
    : given
  const made = await makeToolkit(parts, project, work, { request, previous, previousSlugs })
  const { toolkit, report, logo } = made
  rejectOther(request, report, onlyIf)
  const knownAs =
    made.isGeneral && (await isReusable(parts.descriptions, request, toolkit)) ? key : undefined
  await parts.database.transaction(async (transaction) => {
    const saved = isPreview
      ? previewImport(previous, await toNames(toolkit.tools))
      : await saveImport(
          parts,
          transaction,
          project,
          { request, isRefresh: work.isRefresh, previous, fetched: logo },
          toolkit,
        )
    if (knownAs !== undefined && saved.contentId !== undefined)
      await catalogStore(transaction).upsertKnownImport({
        key: knownAs,
        content_id: saved.contentId,
        report: JSON.stringify(report),
        created_at: timestamp(parts.clock),
      })
    await storeReport(transaction, work, { ...settings, report, saved, logo })
  })
}

type Settings = {
  isPreview: boolean
  onlyIf: string | undefined
  previous: PreviousImport | undefined
}

type Given = { request: ImportRequest; previous: PreviousImport | undefined }

/** What the import makes of its source. */
const makeToolkit = async (
  parts: ImportToolkitParts,
  project: Project,
  { id, isRefresh, signal }: ImportWork,
  {
    request,
    previous,
    previousSlugs,
  }: Given & { previousSlugs: Awaited<ReturnType<typeof listPreviousSlugs>> },
): Promise<{
  toolkit: ToolkitDefinition
  report: KnownReport
  logo: FetchedLogo | undefined
  /** Whether it is the same for every project with these previous slugs. */
  isGeneral: boolean
}> => {
  let isGeneral = true
  const onDependence = () => {
    isGeneral = false
  }
  const { toolkit, report } = await readSource(parts, project, {
    id,
    request,
    previous,
    previousSlugs,
    signal,
    onDependence,
  })
  const { toolkit: plain, notes } = await cleanToolkit(toolkit, parts.publicUrl())
  const bounded = await boundInputs(plain.tools)
  const cleaned = { ...plain, tools: bounded.tools }
  if (previous) rejectHostChange(previous, withServers(cleaned), request)
  const logo = isRefresh
    ? undefined
    : await findLogo(parts.logos, ownerOf(project, request), request, signal)
  const described = withLogo(cleaned, isRefresh ? previous?.definition.logo : pathOf(logo))
  const plainHttp = await plainHttpWarnings(parts.outbound, project.id, described)
  const warnings = rankWarnings([...plainHttp, ...report.warnings])
  const shippedRecipe = isRefresh ? previous?.definition.shippedRecipe : request.shippedRecipe
  const complete = {
    ...described,
    ...(shippedRecipe !== undefined && { shippedRecipe }),
    ...(warnings.length > 0 && { warnings }),
  }
  return {
    toolkit: complete,
    report: {
      fingerprint: await fingerprintOf(complete),
      operations: report.operations,
      made: report.made,
      tools: report.tools,
      skipped: report.skipped,
      renamed: report.renamed,
      warnings,
      notes: [...report.notes, ...notes, ...bounded.notes],
      tokens: report.tokens,
    },
    logo,
    // What addresses are allowed may change, and whether a logo can be fetched.
    isGeneral: isGeneral && plainHttp.length === 0,
  }
}

/**
 * Stores the version with what another project's import has made of the same. Returns false if that
 * does not fit this project, so that the description has to be read.
 */
const takeOver = async (
  parts: ImportToolkitParts,
  project: Project,
  work: ImportWork,
  { request, known, ...settings }: Settings & { request: ImportRequest; known: KnownImport },
): Promise<boolean> => {
  const { previous, isPreview, onlyIf } = settings
  const { contentId, definition, report } = known
  const logo = await findLogo(parts.logos, ownerOf(project, request), request, work.signal)
  if (pathOf(logo) !== definition.logo) return false
  if (previous) rejectHostChange(previous, definition, request)
  rejectOther(request, report, onlyIf)
  // In the order of the description.
  const positions = new Map(report.tools.map((slug, position) => [slug, position]))
  const tools = (await catalogStore(parts.database.handle).listNamesIn(contentId)).toSorted(
    (one, other) => (positions.get(one.slug) ?? 0) - (positions.get(other.slug) ?? 0),
  )
  try {
    await parts.database.transaction(async (transaction) => {
      const saved = isPreview
        ? previewImport(previous, tools)
        : await saveKnown(parts, transaction, project, { request, known, tools, logo })
      await storeReport(transaction, work, { ...settings, report, saved, logo })
    })
    return true
  } catch (error) {
    // With a slug that another toolkit owns, the description makes other slugs.
    if (error instanceof SlugsTakenError || error instanceof ContentGoneError) return false
    throw error
  }
}

type Known = {
  request: ImportRequest
  known: KnownImport
  tools: Awaited<ReturnType<ReturnType<typeof catalogStore>['listNamesIn']>>
  logo: FetchedLogo | undefined
}

const saveKnown = async (
  parts: ImportToolkitParts,
  transaction: Handle,
  project: Project,
  { request, known: { contentId, definition }, tools, logo }: Known,
) => {
  if (logo && 'logo' in logo)
    await parts.logos.store(transaction, ownerOf(project, request), logo.logo)
  await catalogStore(transaction).deleteAllChanges(project.id, request.slug)
  return addVersion(parts, transaction, project.id, { ...definition, tools }, async (store) => {
    if (!(await store.lockContent(contentId))?.address) throw new ContentGoneError()
    return { id: contentId, tools }
  })
}

/** An import may be bound to what a preview has shown. */
const rejectOther = (
  { slug }: ImportRequest,
  { fingerprint }: KnownReport,
  onlyIf: string | undefined,
): void => {
  if (onlyIf !== undefined && onlyIf !== fingerprint) throw notAsShown(slug)
}

const storeReport = async (
  transaction: Handle,
  { id }: ImportWork,
  {
    report,
    previous,
    isPreview,
    saved,
    logo,
  }: Pick<Settings, 'previous' | 'isPreview'> & {
    report: KnownReport
    saved: { version: string; difference: Omit<ImportReport['difference'], 'previous_version'> }
    logo: FetchedLogo | undefined
  },
): Promise<void> => {
  const stored: ImportReport = {
    version: saved.version,
    preview: isPreview,
    ...report,
    verdict: verdictOf(report.warnings),
    notes: [...report.notes, ...logoNotes(logo)],
    difference: { previous_version: previous?.version ?? null, ...saved.difference },
  }
  const { updateRunningImport, deleteImportRequest } = catalogStore(transaction)
  await updateRunningImport(id, {
    report: JSON.stringify(stored),
    done: report.operations,
    total: report.operations,
  })
  await deleteImportRequest(id)
}

const ownerOf = (project: Project, { slug }: ImportRequest) => ({
  projectId: project.id,
  toolkit: slug,
})

const pathOf = (fetched: FetchedLogo | undefined): string | undefined =>
  fetched && 'logo' in fetched ? logoPath(fetched.logo.hash) : undefined

const withLogo = (toolkit: ToolkitDefinition, logo: string | undefined): ToolkitDefinition => ({
  ...toolkit,
  ...(logo !== undefined && { logo }),
})

const logoNotes = (fetched: FetchedLogo | undefined): string[] =>
  fetched && 'problem' in fetched ? [`The toolkit has no logo: ${fetched.problem}`] : []
