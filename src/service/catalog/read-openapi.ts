import type { ByteBudget } from '../platform/byte-budget.ts'
import type { Egress, Outbound, OutboundRequest } from '../platform/outbound/index.ts'
import { PublicError, publicMessage } from '../platform/public-error.ts'
import { UntrustedTextError, type TextParser } from '../platform/untrusted-text/index.ts'
import { ServiceError } from '../service-error.ts'
import type { FindOwners } from './slug-owners/assign-unowned.ts'
import type { ToolkitDefinition } from './definitions.ts'
import { toAuthSchemes } from './import-auth.ts'
import type { ImportRequest } from './imports.ts'
import type { ImportReport } from './openapi/index.ts'

const maximumDocumentBytes = 64 * 1024 * 1024
/** The idle timeout of a server; one that sends slowly is not awaited for much longer. */
const idleTimeoutMs = 15_000
const fetchTimeoutMs = 120_000

type Parts = { outbound: Outbound; texts: TextParser; bytes: ByteBudget }

type Settings = {
  projectId: string
  previousTools: { operation: string; slug: string }[]
  findOwners: FindOwners
  signal: AbortSignal
  onProgress: (done: number, total: number) => void
}

type ImportEgress = Egress & { projectId: string }

/** Creates a toolkit from an API description, which is fetched if it is given as an address. */
export const readOpenApi = async (
  parts: Parts,
  request: ImportRequest,
  { openapi }: { openapi: unknown },
  { projectId, previousTools, findOwners, signal, onProgress }: Settings,
): Promise<{ toolkit: ToolkitDefinition; report: ImportReport }> => {
  const { document, address } = await readDocument(
    parts,
    openapi,
    { purpose: 'import', projectId, toolkit: request.slug },
    signal,
  )
  // Loaded on the first import, since no other operation needs it.
  const { importOpenApi } = await import('./openapi/index.ts')
  return importOpenApi(document, {
    slug: request.slug,
    previous: previousTools.map(({ operation, slug }) => ({ operation, slug })),
    findOwners,
    ...(request.name !== undefined && { name: request.name }),
    ...(request.base_url !== undefined
      ? { baseUrl: request.base_url }
      : address !== undefined && { sourceUrl: address }),
    ...(request.auth !== undefined && { auth: toAuthSchemes(request.auth) }),
    ...(request.include !== undefined && { include: request.include }),
    ...(request.exclude !== undefined && { exclude: request.exclude }),
    onProgress,
  }).catch((cause: unknown) => {
    if (!(cause instanceof PublicError)) throw cause
    throw new ServiceError('invalid_request', cause.message, { cause })
  })
}

const readDocument = async (
  parts: Parts,
  source: unknown,
  egress: ImportEgress,
  signal: AbortSignal,
): Promise<{ document: unknown; address?: string }> => {
  if (typeof source !== 'string') return { document: source }
  if (!/^https?:\/\//i.test(source.trim())) return { document: await parse(parts.texts, source) }
  const lease = parts.bytes.open(egress.projectId)
  try {
    return await fetchDocument(parts, source.trim(), { egress, signal, takeBytes: lease.take })
  } finally {
    lease.release()
  }
}

const fetchDocument = async (
  { outbound, texts }: Parts,
  address: string,
  given: Pick<OutboundRequest, 'egress' | 'signal' | 'takeBytes'>,
): Promise<{ document: unknown; address: string }> => {
  const headers = { accept: 'application/json, application/yaml, */*' }
  const limits = {
    maxResponseBytes: maximumDocumentBytes,
    idleTimeoutMs,
    timeoutMs: fetchTimeoutMs,
  }
  const answer = await outbound
    .send({ method: 'GET', url: address, headers, ...limits, ...given })
    .catch((cause: unknown) => {
      throw new ServiceError(
        'invalid_request',
        `The description could not be fetched: ${publicMessage(cause, 'no answer')}`,
        { cause },
      )
    })
  if (answer.status !== 200)
    throw new ServiceError(
      'invalid_request',
      `The address of the description answered ${answer.status}`,
    )
  return { document: await parse(texts, answer.body), address: answer.url }
}

const parse = async (texts: TextParser, text: string | Uint8Array): Promise<unknown> => {
  try {
    return await texts.parseDocument(text)
  } catch (cause) {
    if (!(cause instanceof UntrustedTextError)) throw cause
    throw new ServiceError('invalid_request', `The description ${cause.message}`, { cause })
  }
}
