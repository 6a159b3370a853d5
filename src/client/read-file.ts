import { startTimeout } from './start-timeout.ts'
import { connect, type ClientOptions } from './connection.ts'
import { PlugboardError } from './plugboard-error.ts'

/** A file from a tool's result. */
export type ResultFile = { bytes: Uint8Array; contentType: string; name?: string }

export type ReadFileOptions = {
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
  /**
   * Maximum size in bytes; default: 25 MiB. Larger files are refused before they are read
   * completely.
   */
  maximumBytes?: number | undefined
}

export type ReadFile = (url: string, options?: ReadFileOptions) => Promise<ResultFile>

/**
 * Creates a function that reads files stored by the service, by the `url` in a result.
 *
 * Only the token in the URL is used, and no API key is sent: third parties wrote the result, so its
 * URL must not redirect the request elsewhere.
 *
 * @example
 * const readFile = createReadFile({ baseUrl: 'http://127.0.0.1:8787', apiKey: 'pbk_…' })
 * const { bytes, contentType } = await readFile(result.data.file.url)
 */
export const createReadFile = (options: ClientOptions): ReadFile => {
  const { baseUrl, fetch, timeoutMs } = connect(options)
  return async (
    url,
    { signal, timeoutMs: patience = timeoutMs, maximumBytes = 25 * 1024 * 1024 } = {},
  ) => {
    const token = /\/files\/([\w-]+)$/.exec(url)?.[1]
    if (token === undefined)
      throw new PlugboardError(
        'misconfigured',
        'This is not the URL of a file stored by the service',
        { suggestedFix: 'Pass the `url` of a file exactly as in the result' },
      )
    const timeout = startTimeout(patience)
    try {
      const response = await fetch(`${baseUrl}/files/${token}`, {
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      })
      if (!response.ok) throw gone(response)
      return {
        bytes: await readUpTo(response, maximumBytes),
        contentType: response.headers.get('content-type') ?? 'application/octet-stream',
        ...nameOf(response),
      }
    } catch (error) {
      if (error instanceof PlugboardError) throw error
      if (signal?.aborted)
        throw new PlugboardError('aborted', 'Reading a file: aborted by its signal', {
          cause: signal.reason,
        })
      if (timeout.aborted)
        throw new PlugboardError('timeout', `Reading a file: not completed within ${patience} ms`, {
          suggestedFix: 'Pass a longer timeoutMs',
        })
      throw new PlugboardError('network', `Reading a file: no answer from ${baseUrl}`, {
        suggestedFix: 'Check that the service is running there',
        cause: error,
      })
    }
  }
}

const gone = ({ status }: Response): PlugboardError =>
  status === 404
    ? new PlugboardError('not_found', 'The file does not exist or has expired', {
        suggestedFix: 'Run the tool again to get a new URL',
      })
    : new PlugboardError(
        'unexpected_answer',
        `Reading a file: the service responded with ${status}`,
      )

const readUpTo = async (response: Response, maximumBytes: number): Promise<Uint8Array> => {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    size += piece.byteLength
    if (size > maximumBytes)
      throw new PlugboardError(
        'unexpected_answer',
        `The file has more than ${maximumBytes} bytes`,
        { suggestedFix: 'Pass a larger maximumBytes' },
      )
    pieces.push(piece)
  }
  const bytes = new Uint8Array(size)
  let position = 0
  for (const piece of pieces) {
    bytes.set(piece, position)
    position += piece.byteLength
  }
  return bytes
}

const nameOf = ({ headers }: Response): { name?: string } => {
  const disposition = headers.get('content-disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1]
  // A service of an earlier version sends the plain form alone.
  const name =
    encoded === undefined
      ? /filename="([^"]+)"/.exec(disposition)?.[1]
      : decodeURIComponent(encoded)
  return name === undefined || name === 'file' ? {} : { name }
}
