import { createHash } from 'node:crypto'
import { latestCredible, type Clock } from '../platform/clock.ts'
import { DatabaseUnavailableError, type Database } from '../platform/database/index.ts'
import type { Files, OpenFile } from '../platform/files/index.ts'
import type { OutboundResponse } from '../platform/outbound/index.ts'
import { BusyError } from '../platform/busy-error.ts'
import { PublicError } from '../platform/public-error.ts'
import { quote } from '../platform/quote.ts'
import { compress, decompress } from './compress.ts'
import { descriptionLimits, maximumAddress, maximumValidator } from './limits.ts'
import { descriptionStore, type DescriptionRow } from './store.ts'

type Parts = { database: Database; files: Files; clock: Clock }

type Response = Pick<OutboundResponse, 'status' | 'headers' | 'body' | 'url'>

type FetchOptions<Document> = {
  /**
   * Sends the request with these headers. Throws a `PublicError` unless the status is 200, or 304
   * where there are any.
   */
  send: (headers: Record<string, string>) => Promise<Response>
  /** Parses the content. Throws a `PublicError` for content that is no description. */
  parse: (content: Uint8Array) => Promise<Document>
}

export type ReadOptions<Document> = FetchOptions<Document> & {
  /** Asks the server in any case, instead of once a day. */
  revalidates: boolean
  /** Reserves memory for a copy. Returns false if there is no capacity. */
  takeBytes: (bytes: number) => boolean
  signal: AbortSignal
}

export type ReadDescription<Document> = {
  document: Document
  /** After redirects. */
  url: string
  bytes: number
  /** Of the content, in hexadecimal. */
  sha256: string
  /** Why an older copy was used, for the report. */
  note?: string
}

type Copy = { row: DescriptionRow; file: OpenFile }

export type DescriptionCache = ReturnType<typeof createDescriptionCache>

/** The owner of the content among files: no project has this id. */
const scope = 'descriptions'

/**
 * Keeps what the official addresses of descriptions held, so that a toolkit is added without asking
 * them and while they are away.
 *
 * It is shared by all projects, so it may only read addresses that recipes of this service name,
 * over https.
 */
export const createDescriptionCache = (
  { database, files, clock }: Parts,
  limits = descriptionLimits,
) => {
  const store = descriptionStore(database.handle)
  const now = () => clock.now().toISOString()
  const later = (ms: number) => new Date(clock.now().getTime() + ms)

  /** A time that is ahead was noted while a clock was wrong, and says nothing. */
  const isFresh = ({ checked_at: at }: DescriptionRow): boolean =>
    at <= latestCredible(clock.now()) && clock.now().getTime() - Date.parse(at) < limits.freshMs

  const findCopy = async (address: string): Promise<Copy | undefined> => {
    const row = await store.find(address, now())
    const file = row && (await files.find(scope, row.sha256))
    return row && file ? { row, file } : undefined
  }

  /** Undefined where the stored content is damaged or was just removed. */
  const open = async (
    { row, file }: Copy,
    takeBytes: (bytes: number) => boolean,
  ): Promise<Uint8Array | undefined> => {
    if (!takeBytes(row.size)) throw new BusyError('bytes of requests and answers')
    try {
      const content = await decompress(await bytesOf(file), row.size)
      if (hashOf(content) === row.sha256) return content
    } catch (error) {
      if (error instanceof DatabaseUnavailableError) throw error
    }
    // Otherwise its key would keep what is stored there.
    await files.setExpiry(scope, row.sha256, clock.now())
    return undefined
  }

  const use = async ({ row }: Copy): Promise<void> => {
    if (clock.now().getTime() - Date.parse(row.used_at) < limits.usedMs) return
    const expiresAt = later(limits.keptMs)
    await files.setExpiry(scope, row.sha256, expiresAt)
    await store.use(row, { used_at: now(), expires_at: expiresAt.toISOString() })
  }

  /** The hash of the copy that is read without asking the server; undefined if there is none. */
  const findFresh = async (address: string): Promise<string | undefined> => {
    const copy = await findCopy(address)
    if (!copy || !isFresh(copy.row)) return undefined
    await use(copy)
    return copy.row.sha256
  }

  const save = async (
    address: string,
    { headers, body, url }: Response,
    sha256: string,
    askedAt: string,
  ): Promise<void> => {
    if (![address, url].every(isCacheable)) return
    const previous = await store.find(address, now())
    const compressed = await compress(body)
    if (compressed.length > limits.entryBytes) return
    const expiresAt = later(limits.keptMs)
    await files.receive(only(compressed), {
      scope,
      key: sha256,
      contentType: 'application/octet-stream',
      expiresAt,
    })
    // Content that was there already has its own time.
    await files.setExpiry(scope, sha256, expiresAt)
    await store.upsert({
      address,
      url,
      sha256,
      size: body.length,
      stored_size: compressed.length,
      etag: validatorIn(headers, 'etag'),
      last_modified: validatorIn(headers, 'last-modified'),
      fetched_at: askedAt,
      checked_at: askedAt,
      used_at: now(),
      expires_at: expiresAt.toISOString(),
    })
    await dropUnused([previous?.sha256, sha256])
    await makeRoom()
  }

  /** Content that was replaced, or that another node had replaced already. */
  const dropUnused = async (hashes: (string | undefined)[]): Promise<void> => {
    for (const sha256 of new Set(hashes))
      if (sha256 !== undefined && !(await store.isUsed(sha256, now())))
        await files.setExpiry(scope, sha256, clock.now())
  }

  /** Expires the least recently used ones beyond the limits; the retention job deletes them. */
  const makeRoom = async (): Promise<void> => {
    const at = now()
    const used = await store.listUsed(at, limits.entries * 2)
    const surplus: typeof used = []
    let bytes = 0
    for (const [index, row] of used.entries()) {
      bytes += row.stored_size
      if (index >= limits.entries || bytes > limits.totalBytes) surplus.push(row)
    }
    for (const { address } of surplus) await store.expire(address, at)
    await dropUnused(surplus.map(({ sha256 }) => sha256))
  }

  const fetchAnew = async <Document>(
    address: string,
    headers: Record<string, string>,
    { send, parse }: FetchOptions<Document>,
  ): Promise<{ askedAt: string; read?: ReadDescription<Document> }> => {
    const askedAt = now()
    const response = await send(headers)
    if (response.status === 304) return { askedAt }
    const document = await parse(response.body)
    const sha256 = hashOf(response.body)
    await save(address, response, sha256, askedAt)
    return { askedAt, read: { document, url: response.url, bytes: response.body.length, sha256 } }
  }

  const fetchFirst = async <Document>(
    address: string,
    options: FetchOptions<Document>,
  ): Promise<ReadDescription<Document>> => {
    const { read } = await fetchAnew(address, {}, options)
    if (!read) throw new Error('A status of 304 to a request without a condition')
    return read
  }

  return {
    findFresh,

    /** Reads a description: its copy where that is recent, and otherwise what its server has. */
    read: async <Document>(
      address: string,
      options: ReadOptions<Document>,
    ): Promise<ReadDescription<Document>> => {
      const readCopy = async (copy: Copy): Promise<ReadDescription<Document> | undefined> => {
        const content = await open(copy, options.takeBytes)
        if (!content) return undefined
        await use(copy)
        const { url, sha256, size: bytes } = copy.row
        return { document: await options.parse(content), url, bytes, sha256 }
      }

      const copy = await findCopy(address)
      if (!copy) return fetchFirst(address, options)
      if (!options.revalidates && isFresh(copy.row))
        return (await readCopy(copy)) ?? fetchFirst(address, options)
      try {
        const { read, askedAt } = await fetchAnew(address, conditionsOf(copy.row), options)
        if (read) return read
        await store.confirm(copy.row, askedAt)
      } catch (error) {
        if (options.signal.aborted || !(error instanceof PublicError)) throw error
        const old = await readCopy(copy)
        if (!old) throw error
        return { ...old, note: noteOn(copy.row, error) }
      }
      return (await readCopy(copy)) ?? fetchFirst(address, options)
    },

    /**
     * Asks the server what it has now, and returns its hash in hexadecimal. Throws a `PublicError`
     * if it has none.
     */
    check: async <Document>(address: string, options: FetchOptions<Document>): Promise<string> => {
      const copy = await findCopy(address)
      if (!copy) return (await fetchFirst(address, options)).sha256
      const { read, askedAt } = await fetchAnew(address, conditionsOf(copy.row), options)
      if (read) return read.sha256
      await store.confirm(copy.row, askedAt)
      return copy.row.sha256
    },
  }
}

const noteOn = ({ address, checked_at: at }: DescriptionRow, { message }: PublicError): string =>
  `${quote(address, 300)} could not be read again, so its copy of ${at.slice(0, 10)} was used: ${message}`

const conditionsOf = ({ etag, last_modified: lastModified }: DescriptionRow) => ({
  ...(etag !== null && { 'if-none-match': etag }),
  ...(lastModified !== null && { 'if-modified-since': lastModified }),
})

/** One that can be sent back as it is. */
const validatorIn = (headers: Record<string, string>, name: string): string | null => {
  const value = headers[name]
  return value !== undefined && value.length <= maximumValidator && /^[\x20-\x7e]+$/.test(value)
    ? value
    : null
}

const isCacheable = (address: string): boolean =>
  address.length <= maximumAddress && URL.parse(address)?.protocol === 'https:'

const hashOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')

const bytesOf = async (file: OpenFile): Promise<Uint8Array> => {
  const pieces: Uint8Array[] = []
  for await (const piece of file.read()) pieces.push(piece)
  return Buffer.concat(pieces)
}

const only = async function* (bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
