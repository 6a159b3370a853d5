import {
  OutboundError,
  type Outbound,
  type OutboundRequest,
  type OutboundResponse,
} from '../../platform/outbound/index.ts'
import { publicMessage } from '../../platform/public-error.ts'
import { quote } from '../../platform/quote.ts'
import type { TextParser } from '../../platform/untrusted-text/index.ts'
import { ServiceError } from '../../service-error.ts'
import type { DescriptionFiles } from '../openapi/index.ts'
import { ImportProblem } from '../openapi/document/import-problem.ts'
import type { AddressReader } from './address-reader.ts'
import { fetchText, fetchTimeoutMs, hasText, maximumDocumentBytes } from './fetch-text.ts'
import { parseDocument } from './parse-document.ts'

type Parts = { outbound: Outbound; texts: TextParser; reader: AddressReader }

type Settings = Pick<OutboundRequest, 'egress'> & {
  signal: AbortSignal
  takeBytes: (bytes: number) => boolean
  /** Size of the description itself. */
  bytes: number
  /** An additional folder whose files may be read. */
  below: string | undefined
}

const maximumRedirects = 5

/**
 * The other files of a description that was fetched: those below its folder, or below the folder in
 * the import. Redirects cannot leave these folders.
 *
 * All files together have the limits of a single-file description, in bytes and in time.
 */
export const filesAtAddress = (
  { outbound, texts, reader }: Parts,
  address: string,
  { egress, signal, takeBytes, bytes, below }: Settings,
): DescriptionFiles => {
  const own = new URL('.', address)
  const folders = [own, ...(below === undefined ? [] : [toFolder(below)])]
  const ending = AbortSignal.any([signal, AbortSignal.timeout(fetchTimeoutMs)])
  const nameOf = (file: string) => (file.startsWith(own.href) ? file.slice(own.href.length) : file)
  let left = maximumDocumentBytes - bytes

  const locate = (reference: string, from: string): string => {
    const url = URL.parse(reference, from)
    if (!url) throw new ImportProblem('its address is not a URL')
    if (!folders.some((folder) => isBelow(url, folder)))
      throw new ImportProblem(
        `it is not below ${folders.map(({ href }) => href).join(' or ')}; the import can allow another folder with files_below`,
      )
    url.hash = ''
    return url.href
  }

  const take = (count: number): boolean => {
    left -= count
    return left >= 0 && takeBytes(count)
  }

  const get = async (
    file: string,
    headers: Record<string, string>,
    redirects = 0,
  ): Promise<OutboundResponse> => {
    const given = { egress, headers, signal: ending, takeBytes: take, maxRedirects: 0 }
    const answer = await fetchText(outbound, file, given)
    const { location } = answer.headers
    if (location === undefined || answer.status < 300 || answer.status >= 400) return answer
    if (redirects === maximumRedirects) throw new ImportProblem('it has too many redirects')
    return get(locate(location, file), headers, redirects + 1)
  }

  const fetchFile = async (
    file: string,
    headers: Record<string, string>,
  ): Promise<OutboundResponse> => {
    const response = await get(file, headers).catch((cause: unknown) => {
      signal.throwIfAborted()
      if (left < 0) throw tooLarge()
      if (cause instanceof ImportProblem) throw cause
      if (isRefused(cause)) throw new ImportProblem(publicMessage(cause, 'it is not allowed'))
      throw unavailable(nameOf(file), publicMessage(cause, 'no answer'))
    })
    if (hasText(response, headers)) return response
    const { status } = response
    if (status === 408 || status === 429 || status >= 500)
      throw unavailable(nameOf(file), `its server responded with ${status}`)
    throw new ImportProblem(`its server responded with ${status}`)
  }

  return {
    main: address,
    locate,
    nameOf,
    read: async (file) => {
      if (left < 0) throw tooLarge()
      const reading = reader.read(file, {
        send: (headers) => fetchFile(file, headers),
        parse: (body) =>
          parseDocument(texts, body, (problem) => new ImportProblem(`it ${problem}`)),
        takeBytes: take,
        signal,
      })
      const { document } = await reading.catch((error: unknown) => {
        signal.throwIfAborted()
        // A copy that does not fit would say that the project is busy, each time.
        throw left < 0 ? tooLarge() : error
      })
      return document
    },
  }
}

/** A folder's address ends with a slash. */
const toFolder = (address: string): URL => {
  const { origin, pathname } = new URL(address)
  return new URL(`${origin}${pathname.replace(/\/*$/, '/')}`)
}

/**
 * Encoded slashes and backslashes are refused, because servers differ in whether they resolve
 * `..%2F`.
 */
const isBelow = (url: URL, folder: URL): boolean =>
  url.origin === folder.origin &&
  url.username === '' &&
  url.password === '' &&
  url.pathname.startsWith(folder.pathname) &&
  !/%2f|%5c/i.test(url.pathname)

/** Refused by the rules for addresses, so a retry cannot help. */
const isRefused = (cause: unknown): boolean =>
  cause instanceof OutboundError && ['blocked', 'invalid_url', 'redirects'].includes(cause.kind)

const tooLarge = () =>
  new ImportProblem(
    `the files of the description have more than ${maximumDocumentBytes / 1024 / 1024} MiB together`,
  )

const unavailable = (name: string, reason: string) =>
  new ServiceError(
    'invalid_request',
    `The file ${quote(name)} of the description could not be read: ${reason}. Import it again later`,
  )
