import type { ProxyRequest } from '../../../contract/proxy.ts'
import { parseProxyEndpoint } from '../../../contract/proxy-endpoint.ts'
import type { Credential } from '../../accounts/index.ts'
import { OutboundError, type OutboundBody } from '../../platform/outbound/index.ts'
import { ServiceError } from '../../service-error.ts'
import { allowedOrigins, baseUrlOf, movedHostAdvice, movedHostProblem } from '../account-servers.ts'
import { headerProblem } from '../header-problem.ts'
import { RequestBuildError, type LoadBinary } from '../http-request/index.ts'
import { toolkitHeaders } from '../supply-arguments.ts'
import { credentialFields } from './credential-fields.ts'
import type { ProxyTarget } from './proxy-target.ts'
import { quote } from '../../platform/quote.ts'

type BuiltProxyRequest = {
  url: string
  method: string
  headers: Record<string, string>
  body?: OutboundBody
}

type Request = Pick<ProxyRequest, 'endpoint' | 'method' | 'body' | 'binary_body' | 'parameters'>

/**
 * The request that a proxy operation sends, without the credential; rejects (400) one that leaves
 * the toolkit's hosts or sets the credential's fields.
 */
export const buildProxyRequest = async (
  loadBinary: LoadBinary,
  target: ProxyTarget,
  request: Request,
): Promise<BuiltProxyRequest> => {
  const own = credentialFields(target.credential)
  const url = withQuery(toUrl(target, request.endpoint), request.parameters ?? [], own.query)
  const given = toHeaders(request.parameters ?? [], own.headers)
  const content = await toContent(loadBinary, request, given['content-type'])
  return {
    method: request.method,
    url,
    headers: {
      ...toolkitHeaders(target.toolkit, target.credential),
      ...given,
      ...(content && { 'content-type': content.type }),
    },
    ...(content && { body: content.body }),
  }
}

const invalid = (field: string, problem: string, suggestedFix: string) =>
  new ServiceError('invalid_request', `The request cannot be sent: ${field} ${problem}`, {
    suggestedFix,
    errors: [`body.${field}: ${problem}`],
  })

const toUrl = (
  { toolkit: { definition }, credential, origins = [] }: ProxyTarget,
  endpoint: string,
): URL => {
  const values = credential?.values ?? {}
  const destination = parseProxyEndpoint(endpoint)
  if ('problem' in destination)
    throw invalid('endpoint', destination.problem, 'Give an absolute http(s) URL, or a path')
  const url =
    'url' in destination
      ? destination.url
      : URL.parse(`${baseOf(definition, values)}/${destination.path}`)
  if (!url)
    throw invalid(
      'endpoint',
      'makes no URL with the base URL of the account',
      'Give an absolute http(s) URL, or a path',
    )
  if (url.username !== '' || url.password !== '')
    throw invalid(
      'endpoint',
      'holds a user name or password',
      'Leave them out; the credential of the account is sent',
    )
  const isFurther = origins.includes(url.origin)
  if (!isFurther && !allowedOrigins(definition, { values }).includes(url.origin)) {
    const allowed = allowedOrigins(definition, credential ?? { values })
    throw invalid(
      'endpoint',
      `leads to ${url.origin}, which is not a host of ${quote(definition.name)}`,
      allowed.length === 0
        ? `${quote(definition.name)} names no host that requests may go to`
        : `Requests with its credentials go only to: ${allowed.join(', ')}`,
    )
  }
  const moved =
    isFurther || !credential ? undefined : movedHostProblem(definition, credential, url.href)
  if (moved !== undefined)
    throw new ServiceError('unprocessable', `The request cannot be sent: ${moved}`, {
      suggestedFix: movedHostAdvice,
    })
  url.hash = ''
  return url
}

const baseOf = (
  definition: ProxyTarget['toolkit']['definition'],
  values: Credential['values'],
): string => {
  try {
    const base = baseUrlOf(definition, { values })
    if (base !== undefined) return base
  } catch (error) {
    if (!(error instanceof RequestBuildError)) throw error
    throw invalid(
      'endpoint',
      `is relative, and the base URL cannot be made: ${error.message}`,
      'Give an absolute URL, or connect an account with this value',
    )
  }
  throw invalid(
    'endpoint',
    `is relative, and ${quote(definition.name)} has no base URL`,
    'Give an absolute URL',
  )
}

type Parameters = NonNullable<Request['parameters']>

/** Appended, so that the endpoint's own query is kept as written. */
const withQuery = (url: URL, parameters: Parameters, own: Set<string>): string => {
  const added = parameters.filter(({ type }) => type === 'query')
  const taken = [...added.map(({ name }) => name), ...url.searchParams.keys()].find((name) =>
    own.has(name),
  )
  if (taken !== undefined)
    throw invalid(
      'parameters',
      `set the query parameter "${taken}", which carries the credential`,
      'Leave it out',
    )
  const query = added
    .map(
      ({ name, value }) =>
        `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(value.toWellFormed())}`,
    )
    .join('&')
  // An empty query leaves no question mark.
  if (url.search === '') url.search = ''
  return query === '' ? url.href : `${url.href}${url.search === '' ? '?' : '&'}${query}`
}

const toHeaders = (parameters: Parameters, own: Set<string>): Record<string, string> =>
  Object.fromEntries(
    parameters
      .filter(({ type }) => type === 'header')
      .map(({ name, value }) => {
        const lowerCase = name.toLowerCase()
        const refused = headerProblem(name, value)
        if (refused) throw invalid('parameters', refused.problem, refused.suggestedFix)
        if (own.has(lowerCase) || credentialHeaders.has(lowerCase))
          throw invalid(
            'parameters',
            `set the header "${lowerCase}", which carries the credential`,
            'Leave it out',
          )
        return [lowerCase, value]
      }),
  )

const credentialHeaders: ReadonlySet<string> = new Set(['authorization', 'cookie'])

type Content = { body: OutboundBody; type: string }

const toContent = async (
  loadBinary: LoadBinary,
  { method, body, binary_body: binary }: Request,
  contentType: string | undefined,
): Promise<Content | undefined> => {
  if (body == null && binary == null) return undefined
  if (!['POST', 'PUT', 'PATCH'].includes(method))
    throw invalid(
      body == null ? 'binary_body' : 'body',
      `cannot be sent with ${method}`,
      'Send a body with POST, PUT or PATCH',
    )
  if (body != null && binary != null)
    throw invalid('binary_body', 'stands beside body', 'Send one of the two')
  return body != null ? toText(body, contentType) : toBytes(loadBinary, binary, contentType)
}

const toText = (body: Record<string, unknown>, contentType = 'application/json'): Content => {
  const mediaType = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (/[/+]json$/.test(mediaType)) return { body: JSON.stringify(body), type: contentType }
  if (mediaType !== 'application/x-www-form-urlencoded')
    throw invalid(
      'body',
      `cannot be written as ${mediaType}`,
      'Send JSON or a form, or other content by binary_body',
    )
  const fields = Object.entries(body).flatMap(([name, value]) =>
    [value]
      .flat()
      .map((each): [string, string] => [
        name,
        typeof each === 'object' ? JSON.stringify(each) : String(each),
      ]),
  )
  return { body: new URLSearchParams(fields).toString(), type: contentType }
}

const toBytes = async (
  loadBinary: LoadBinary,
  binary: unknown,
  contentType: string | undefined,
): Promise<Content> => {
  try {
    const { content, contentType: type } = await loadBinary(binary)
    return { body: content, type: contentType ?? type ?? 'application/octet-stream' }
  } catch (error) {
    if (error instanceof RequestBuildError || error instanceof OutboundError)
      throw invalid(
        'binary_body',
        `could not be read: ${error.message}`,
        'Give base64, an address that answers the content, or the s3key of an upload',
      )
    throw error
  }
}
