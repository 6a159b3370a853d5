import type { ByteBudget } from '../platform/byte-budget.ts'
import type { Outbound } from '../platform/outbound/index.ts'
import { PublicError, publicMessage } from '../platform/public-error.ts'
import type { TextParser } from '../platform/untrusted-text/index.ts'
import type { AuthSchemeDefinition } from '../auth-schemes/index.ts'
import type { DescriptionCache } from '../descriptions/index.ts'
import type { Project } from '../endpoint/index.ts'
import { ServiceError } from '../service-error.ts'
import type { DescriptionSource, ToolkitDefinition } from './definitions.ts'
import { createAddressReader, type AddressReader } from './documents/address-reader.ts'
import { fetchText, hasText, type Fetching } from './documents/fetch-text.ts'
import { isAddress } from './documents/is-address.ts'
import { parseSchema } from './documents/parse-schema.ts'
import type { GraphQlImportOptions } from './graphql/index.ts'
import { toAuthSchemes } from './import-auth.ts'
import type { ImportRequest } from './import-request.ts'
import type { ListingAccounts } from './mcp/import-mcp.ts'
import type { ImportReport } from './openapi/index.ts'
import type { KnownSlugs } from './slug-owners/assign-unowned.ts'
import { authOf, nameOf, selectionOf, slugsOf } from './recipe/index.ts'
import { authorityOf } from './toolkit-servers.ts'

type Parts = {
  outbound: Outbound
  descriptions: DescriptionCache
  texts: TextParser
  bytes: ByteBudget
  listingAccounts: () => ListingAccounts
}

export type GraphQlImportRequest = ImportRequest & {
  source: Extract<NonNullable<ImportRequest['source']>, { graphql: unknown }>
}

export const isGraphQlImport = (request: ImportRequest): request is GraphQlImportRequest =>
  request.source !== undefined && 'graphql' in request.source

type Known = Pick<ToolkitDefinition, 'authSchemes' | 'baseUrl' | 'baseServer'>

type Settings = Pick<GraphQlImportOptions, 'onProgress'> & {
  known: KnownSlugs
  previous: { definition: Known; tools: readonly unknown[] } | undefined
  signal: AbortSignal
  /** See `readSource`. */
  onDependence: () => void
}

type Imported = { toolkit: ToolkitDefinition; report: ImportReport }

/**
 * Creates a toolkit of a GraphQL API, whose schema is fetched by introspection unless it is passed.
 */
export const readGraphQl = async (
  parts: Parts,
  project: Project,
  request: GraphQlImportRequest,
  { previous, known, signal, onProgress, onDependence }: Settings,
): Promise<Imported> => {
  const { url } = request.source.graphql
  const name = nameOf(request)
  // Loaded on the first import, since no other operation needs it.
  const { importClosedGraphQl, importGraphQl } = await import('./graphql/index.ts')
  const options: GraphQlImportOptions = {
    slug: request.slug,
    url,
    ...known,
    chosen: slugsOf(request),
    auth: schemesOf(request, previous?.definition),
    ...(name !== undefined && { name }),
    ...selectionOf(request),
    ...(onProgress && { onProgress }),
  }
  try {
    const schema = await readSchemaOf(parts, project, request, { signal, onDependence })
    if (!('closed' in schema)) {
      const { toolkit, report } = await importGraphQl(schema.introspection, options)
      const { sources = [], notes = [] } = schema
      return {
        toolkit: { ...toolkit, ...(sources.length > 0 && { sources }) },
        report: { ...report, notes: [...notes, ...report.notes] },
      }
    }
    if (!previous || previous.tools.length === 0) return importClosedGraphQl(options)
  } catch (cause) {
    if (!(cause instanceof PublicError) || cause instanceof ServiceError) throw cause
    throw new ServiceError('invalid_request', cause.message, { cause })
  }
  throw new ServiceError(
    'invalid_request',
    `The API shows its schema only to its users; import again with an account of "${request.slug}" as source.graphql.connected_account_id`,
  )
}

/** GraphQL does not describe authentication; most APIs use a token. */
const schemesOf = (
  request: GraphQlImportRequest,
  previous: Known | undefined,
): AuthSchemeDefinition[] => {
  const given = authOf(request)
  if (given) return given
  const base = authorityOf(request.source.graphql)
  const isSame = previous && base === (previous.baseServer?.url ?? previous.baseUrl)
  return isSame ? previous.authSchemes : toAuthSchemes({ scheme: 'BEARER_TOKEN' })
}

type ReadSchema = { introspection: unknown; sources?: DescriptionSource[]; notes?: string[] }

const readSchemaOf = async (
  parts: Parts,
  project: Project,
  { slug, source: { graphql }, official }: GraphQlImportRequest,
  { signal, onDependence }: Pick<Settings, 'signal' | 'onDependence'>,
): Promise<ReadSchema | { closed: true }> => {
  const { url, schema, connected_account_id: id } = graphql
  if (schema !== undefined && typeof schema !== 'string') return { introspection: schema }
  if (schema !== undefined && !isAddress(schema))
    return { introspection: await parseSchema(parts.texts, schema) }
  const lease = parts.bytes.open(project.id)
  const given = { signal, takeBytes: lease.take }
  try {
    if (schema !== undefined) {
      const egress = { purpose: 'import', projectId: project.id, toolkit: slug } as const
      const reader = createAddressReader(parts.descriptions, official, onDependence)
      return await fetchSchema(parts, reader, schema.trim(), { egress, ...given })
    }
    const sendAs =
      id === undefined
        ? undefined
        : await parts
            .listingAccounts()
            .sendAs(project, { id, toolkit: slug, url, purpose: 'tool' }, signal)
    const { introspect } = await import('./graphql/index.ts')
    return await introspect(parts, { url, projectId: project.id, toolkit: slug, sendAs, ...given })
  } finally {
    lease.release()
  }
}

const fetchSchema = async (
  { outbound, texts }: Pick<Parts, 'outbound' | 'texts'>,
  reader: AddressReader,
  address: string,
  given: Fetching & { takeBytes: (bytes: number) => boolean },
): Promise<ReadSchema> => {
  const { document, note } = await reader.read(address, {
    send: async (headers) => {
      const response = await fetchText(outbound, address, { ...given, headers }).catch(
        (cause: unknown) => {
          throw new ServiceError(
            'invalid_request',
            `The schema could not be fetched: ${publicMessage(cause, 'no answer')}`,
            { cause },
          )
        },
      )
      if (hasText(response, headers)) return response
      throw new ServiceError(
        'invalid_request',
        `The address of the schema responded with ${response.status}`,
      )
    },
    parse: (body) => parseSchema(texts, body),
    ...given,
  })
  return {
    introspection: document,
    sources: reader.sources(),
    ...(note !== undefined && { notes: [note] }),
  }
}
