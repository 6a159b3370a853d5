const maximumBytes = 256 * 1024
/**
 * This much more is read and discarded: a client that is disconnected does not see the response.
 */
const maximumWaste = 4 * 1024 * 1024

/**
 * The fields of a submitted form; undefined when it is too large. Another content type counts as a
 * form without fields; the service's pages never send one.
 */
export const readForm = async (request: Request): Promise<URLSearchParams | undefined> => {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers.get('content-type') ?? ''))
    return new URLSearchParams()
  const kept: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size <= maximumBytes) kept.push(chunk)
    if (size > maximumBytes + maximumWaste) return undefined
  }
  return size > maximumBytes ? undefined : new URLSearchParams(Buffer.concat(kept).toString('utf8'))
}
