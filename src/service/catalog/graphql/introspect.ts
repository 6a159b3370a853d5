import { sendFor, type Outbound, type OutboundSend } from '../../platform/outbound/index.ts'
import { publicMessage } from '../../platform/public-error.ts'
import { quote } from '../../platform/quote.ts'
import { UntrustedTextError, type TextParser } from '../../platform/untrusted-text/index.ts'
import { ServiceError } from '../../service-error.ts'
import { fetchTimeoutMs, maximumDocumentBytes } from '../documents/fetch-text.ts'
import { toJsonObject, toList, toText } from '../openapi/document/json-object.ts'
import { introspectionQueries } from './introspection-queries.ts'

type Parts = { outbound: Outbound; texts: TextParser }
type Send = (
  request: Parameters<OutboundSend>[0] & { url: string; headers: Record<string, string> },
) => ReturnType<OutboundSend>

type Asked = {
  url: string
  projectId: string
  toolkit: string
  /** Sends with an account. Default: without any. */
  sendAs?: Send | undefined
  signal: AbortSignal
  takeBytes: (bytes: number) => boolean
}

/**
 * Asks a GraphQL API for its schema; `closed` when it answers nobody without an account. Throws a
 * `ServiceError` for one that does not answer the question.
 */
export const introspect = async (
  parts: Parts,
  asked: Asked,
): Promise<{ introspection: unknown } | { closed: true }> => {
  let refusal: Refusal | undefined
  for (const query of introspectionQueries) {
    const answer = await ask(parts, asked, query)
    if ('introspection' in answer) return answer
    if (answer.isClosed && !asked.sendAs) return { closed: true }
    refusal ??= answer
    // The older query helps a server that does not know all of the first, and no other.
    if (!answer.isAboutQuery) break
  }
  throw new ServiceError(
    'invalid_request',
    `The API at ${new URL(asked.url).origin} does not say what its schema is: ${refusal?.reason}`,
    {
      suggestedFix:
        'Give its schema as source.graphql.schema: the text in SDL, the answer to an introspection query, or the address of either',
    },
  )
}

type Refusal = { reason: string; isClosed: boolean; isAboutQuery: boolean }

const ask = async (
  { outbound, texts }: Parts,
  { url, projectId, toolkit, sendAs, signal, takeBytes }: Asked,
  query: string,
): Promise<{ introspection: unknown } | Refusal> => {
  const send = sendAs ?? sendFor(outbound, { purpose: 'tool', projectId, toolkit })
  const response = await send({
    url,
    method: 'POST',
    headers: {
      accept: 'application/graphql-response+json, application/json;q=0.9',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ query, operationName: 'IntrospectionQuery' }),
    maxResponseBytes: maximumDocumentBytes,
    timeoutMs: fetchTimeoutMs,
    signal,
    takeBytes,
  }).catch((cause: unknown) => {
    throw new ServiceError(
      'invalid_request',
      `The API could not be asked for its schema: ${publicMessage(cause, 'no answer')}`,
      { cause },
    )
  })
  const answer = await parse(texts, response.body)
  const schema = toJsonObject(toJsonObject(answer)['data'])['__schema']
  if (response.status < 300 && schema) return { introspection: { __schema: schema } }
  return toRefusal(response.status, answer, { isQuoted: !sendAs })
}

/** Undefined for what is no JSON. */
const parse = async (texts: TextParser, body: Uint8Array): Promise<unknown> => {
  if (!/^\s*\{/.test(Buffer.from(body.subarray(0, 100)).toString())) return undefined
  try {
    return await texts.parseSchema(body)
  } catch (cause) {
    if (!(cause instanceof UntrustedTextError) || cause.kind === 'syntax') return undefined
    throw new ServiceError('invalid_request', `The schema that the API answers ${cause.message}`, {
      cause,
    })
  }
}

/** `isQuoted`: what an API says to an account could repeat the credential. */
const toRefusal = (
  status: number,
  answer: unknown,
  { isQuoted }: { isQuoted: boolean },
): Refusal => {
  const error = toJsonObject(toList(toJsonObject(answer)['errors'])[0])
  const [message, extensions] = [toText(error['message']), toJsonObject(error['extensions'])]
  const code = toText(extensions['code']) || toText(extensions['type'])
  return {
    reason:
      message === ''
        ? `it answered ${status} without "data.__schema"`
        : `it answered ${status}${isQuoted ? `, ${quote(message, 300)}` : ' with an error'}`,
    isClosed: status === 401 || status === 403 || /auth|forbidden|unauthori[sz]ed/i.test(code),
    isAboutQuery: status === 400 || message !== '',
  }
}
