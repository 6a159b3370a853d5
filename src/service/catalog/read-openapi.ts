import type { z } from 'zod'
import type { openApiSource } from '../../contract/import-source.ts'
import type { Overlay, Recipe } from '../../contract/recipe/recipe.ts'
import { discoverIssuer } from '../auth-schemes/index.ts'
import type { DescriptionCache } from '../descriptions/index.ts'
import type { ByteBudget } from '../platform/byte-budget.ts'
import type { Clock } from '../platform/clock.ts'
import { sendFor, type Outbound } from '../platform/outbound/index.ts'
import { PublicError } from '../platform/public-error.ts'
import { quote } from '../platform/quote.ts'
import type { TextParser } from '../platform/untrusted-text/index.ts'
import { ServiceError } from '../service-error.ts'
import type { ToolkitDefinition } from './definitions.ts'
import { createAddressReader, type AddressReader } from './documents/address-reader.ts'
import { maximumDocumentBytes, type Fetching } from './documents/fetch-text.ts'
import { fetchDescriptionText, isNoDescription, parseOfficial } from './documents/official-text.ts'
import { filesAtAddress } from './documents/files-at-address.ts'
import { givenFiles } from './documents/given-files.ts'
import { isAddress } from './documents/is-address.ts'
import { parseDocument } from './documents/parse-document.ts'
import type { ImportRequest } from './import-request.ts'
import type { ImportWarning } from './import-warning.ts'
import type { DescriptionFiles, ImportReport } from './openapi/index.ts'
import type { KnownSlugs } from './slug-owners/assign-unowned.ts'
import { authAppliesTo, authOf, nameOf, selectionOf, serverOf, slugsOf } from './recipe/index.ts'

type Parts = {
  outbound: Outbound
  descriptions: DescriptionCache
  texts: TextParser
  bytes: ByteBudget
  clock: Clock
}

type Settings = {
  projectId: string
  known: KnownSlugs
  signal: AbortSignal
  onProgress: (done: number, total: number) => void
  /** See `readSource`. */
  onDependence: () => void
}

type OpenApiSource = z.output<typeof openApiSource>

type Verified = Recipe['description']['verified']

type ReadDescription = { document: unknown; address?: string; files?: DescriptionFiles }
/** Those that were fetched, and what the report says of that. */
type ReadDescriptions = { descriptions: [ReadDescription, ...ReadDescription[]]; notes: string[] }

/**
 * Creates a toolkit from an API description, or several, which are fetched if they are given as
 * addresses, with the other files that they refer to.
 */
export const readOpenApi = async (
  parts: Parts,
  request: ImportRequest,
  source: OpenApiSource,
  settings: Settings,
): Promise<{ toolkit: ToolkitDefinition; report: ImportReport }> => {
  const { openapi } = source
  if (typeof openapi !== 'string' || !isAddress(openapi)) {
    const given = await readGiven(parts.texts, source)
    return importDescriptions(parts, request, settings, { descriptions: [given], notes: [] })
  }
  const lease = parts.bytes.open(settings.projectId)
  const reader = createAddressReader(parts.descriptions, request.official, settings.onDependence)
  try {
    const given = {
      egress: { purpose: 'import' as const, projectId: settings.projectId, toolkit: request.slug },
      signal: settings.signal,
      takeBytes: lease.take,
    }
    const fetched = await fetchDescriptions(
      { ...parts, reader },
      [openapi.trim(), ...(request.more ?? [])],
      { ...given, below: source.files_below },
      request.recipe?.description.verified,
    )
    const { toolkit, report } = await importDescriptions(parts, request, settings, fetched)
    const sources = reader.sources()
    return { toolkit: { ...toolkit, ...(sources.length > 0 && { sources }) }, report }
  } finally {
    lease.release()
  }
}

const importDescriptions = async (
  { outbound, clock }: Pick<Parts, 'outbound' | 'clock'>,
  request: ImportRequest,
  { projectId, known, onProgress, onDependence }: Settings,
  { descriptions, notes }: ReadDescriptions,
): Promise<{ toolkit: ToolkitDefinition; report: ImportReport }> => {
  const [name, auth, appliesTo] = [nameOf(request), authOf(request), authAppliesTo(request)]
  // Loaded on the first import, since no other operation needs it.
  const [{ importOpenApi }, { importDiscovery, isDiscovery }] = await Promise.all([
    import('./openapi/index.ts'),
    import('./discovery/index.ts'),
  ])
  const importDocument = descriptions.some(({ document }) => isDiscovery(document))
    ? importDiscovery
    : importOpenApi
  const [main, ...others] = descriptions
  const { document, ...first } = toImported(main)
  const corrections = createCorrections(request.recipe?.description.overlay, descriptions.length)
  const { toolkit, report } = await importDocument(document, {
    slug: request.slug,
    ...known,
    ...first,
    others: others.map((other) => ({ description: other.document, ...toImported(other) })),
    ...(corrections && { correct: corrections.correct }),
    ...(appliesTo && { authAppliesTo: appliesTo }),
    discoverIssuer: (issuer) => {
      onDependence()
      return discoverIssuer(
        sendFor(outbound, { purpose: 'oauth', projectId, toolkit: request.slug }),
        issuer,
        clock.now(),
      )
    },
    ...(name !== undefined && { name }),
    ...serverOf(request),
    ...(auth && { auth }),
    ...selectionOf(request),
    chosen: slugsOf(request),
    onProgress,
  }).catch((cause: unknown) => {
    if (!(cause instanceof PublicError)) throw cause
    throw new ServiceError('invalid_request', cause.message, { cause })
  })
  return {
    toolkit,
    report: {
      ...report,
      warnings: [...report.warnings, ...(corrections?.warnings() ?? [])],
      notes: [...notes, ...report.notes],
    },
  }
}

const toImported = ({ document, address, files }: ReadDescription) => ({
  document,
  ...(files && { files }),
  ...(address !== undefined && { sourceUrl: address }),
})

/** Of several descriptions, an action is for those that have what it names. */
const createCorrections = (overlay: Overlay | undefined, descriptions: number) => {
  if (!overlay) return undefined
  const found: ImportWarning[] = []
  return {
    correct: async (description: unknown): Promise<unknown> => {
      const { overlayDocument } = await import('./overlay/index.ts')
      const { document, warnings } = await overlayDocument(description, overlay)
      found.push(...warnings)
      return document
    },
    warnings: (): ImportWarning[] => {
      const counts = Map.groupBy(found, ({ message }) => message)
      return [...counts.values()].flatMap((alike) =>
        alike.length === descriptions ? alike.slice(0, 1) : [],
      )
    },
  }
}

const readGiven = async (
  texts: TextParser,
  { openapi, files }: OpenApiSource,
): Promise<ReadDescription> => ({
  document:
    typeof openapi === 'string' ? await parseDocument(texts, openapi, isNoDescription) : openapi,
  ...(files && { files: givenFiles(texts, openapi, files) }),
})

type Given = Omit<Fetching, 'headers' | 'takeBytes'> & {
  takeBytes: (bytes: number) => boolean
  below: string | undefined
}

type FetchParts = Pick<Parts, 'outbound' | 'texts'> & { reader: AddressReader }

/** Several descriptions have together the limit of one. */
const fetchDescriptions = async (
  parts: FetchParts,
  [url, ...more]: [string, ...string[]],
  given: Given,
  verified: Verified,
): Promise<ReadDescriptions> => {
  const first = await fetchDescription(parts, url, given, verified)
  const all: ReadDescriptions = { descriptions: [first.description], notes: [...first.notes] }
  let { bytes } = first
  for (const address of more) {
    const next = await fetchDescription(parts, address, given, verified).catch(named(address))
    bytes += next.bytes
    if (bytes > maximumDocumentBytes)
      throw new ServiceError('invalid_request', 'The descriptions have together more than 64 MiB')
    all.descriptions.push(next.description)
    all.notes.push(...next.notes)
  }
  return all
}

const named =
  (address: string) =>
  (error: unknown): never => {
    if (!(error instanceof ServiceError)) throw error
    throw new ServiceError(error.slug, `${quote(address, 300)}: ${error.message}`, { cause: error })
  }

const fetchDescription = async (
  parts: FetchParts,
  address: string,
  { below, ...given }: Given,
  verified: Verified,
): Promise<{ description: ReadDescription; bytes: number; notes: string[] }> => {
  const { document, url, bytes, sha256, note } = await parts.reader.read(address, {
    send: (headers) => fetchDescriptionText(parts.outbound, address, { ...given, headers }),
    parse: (body) =>
      parts.reader.isOfficial
        ? parseOfficial(parts.texts, body)
        : parseDocument(parts.texts, body, isNoDescription),
    ...given,
  })
  return {
    bytes,
    notes: [...(note === undefined ? [] : [note]), ...notesOnChange(address, sha256, verified)],
    description: {
      document,
      address: url,
      files: filesAtAddress(parts, url, { ...given, bytes, below }),
    },
  }
}

/** A recipe is checked against what an address held on a day. */
const notesOnChange = (url: string, sha256: string, verified: Verified): string[] => {
  const expected = Object.entries(verified?.sha256 ?? {}).find(([address]) => address === url)?.[1]
  if (expected === undefined || sha256 === expected) return []
  return [
    `${quote(url, 300)} has changed since the recipe was verified with it on ${verified?.date}`,
  ]
}
