import { OutboundError } from './outbound-error.ts'

/** Classifies a failure below HTTP: in the DNS lookup, the socket, TLS or the parser. */
export const toOutboundError = (host: string, cause: unknown): OutboundError => {
  if (cause instanceof OutboundError) return cause
  const code = codeOf(cause)
  switch (code) {
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return new OutboundError('timeout', host, 'no connection in time', { cause })
    case 'UND_ERR_HEADERS_OVERFLOW':
      return new OutboundError('too_large', host, 'the headers of the answer are too large', {
        cause,
      })
    case 'UND_ERR_INVALID_ARG':
      return new OutboundError(
        'invalid_url',
        host,
        `the request cannot be sent as given${headerOf(cause)}`,
        { cause },
      )
    case 'UND_ERR_DESTROYED':
    case 'UND_ERR_CLOSED':
      return new OutboundError('aborted', host, 'the outbound client was closed', { cause })
    case 'ENOTFOUND':
      return new OutboundError('network', host, 'no address is known for this host (ENOTFOUND)', {
        cause,
      })
    default:
      return new OutboundError(
        'network',
        host,
        `the connection failed${code === undefined ? '' : ` (${code})`}`,
        { cause },
      )
  }
}

/** undici's message names the header, never its value. */
const headerOf = (cause: unknown): string => {
  const name =
    cause instanceof Error ? /^invalid ([\w-]+) header/.exec(cause.message)?.[1] : undefined
  return name === undefined
    ? ': its address, method or a header is not valid'
    : `: the header "${name}" is not valid`
}

const codeOf = (cause: unknown): string | undefined =>
  cause instanceof Error && 'code' in cause && typeof cause.code === 'string'
    ? cause.code
    : undefined
