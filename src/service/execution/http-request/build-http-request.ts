import type { HttpRequestTemplate } from '../../catalog/index.ts'
import type { OutboundBody } from '../../platform/outbound/index.ts'
import type { LoadBinary } from './body/built-body.ts'
import { buildBody } from './build-body.ts'
import { buildHeaders } from './build-headers.ts'
import { buildPath } from './build-path.ts'
import { buildQuery } from './build-query.ts'
import { buildServerUrl, type ServerContext } from './build-server-url.ts'

export type RequestContext = ServerContext & {
  loadBinary: LoadBinary
}

export type BuiltRequest = {
  url: string
  method: string
  /** Lower-case names. */
  headers: Record<string, string>
  body?: OutboundBody
}

/**
 * The exact HTTP request that a tool's arguments stand for; nothing is sent.
 *
 * Arguments are taken as validated against the tool's schema. What only the wire can refuse (an
 * empty path segment, a line break in a header) throws a RequestBuildError that names the argument.
 *
 * @example
 * const request = await buildHttpRequest(tool.request, { owner: 'octo', repo: 'hello' }, { loadBinary })
 */
export const buildHttpRequest = async (
  template: HttpRequestTemplate,
  args: Record<string, unknown>,
  context: RequestContext,
): Promise<BuiltRequest> => {
  const values = withoutPrototype(args)
  const ofParameters = new Set(template.parameters.map(({ argument }) => argument))
  const body =
    template.body && (await buildBody(context.loadBinary, template.body, values, ofParameters))
  return {
    url: buildUrl(template, values, context),
    method: template.method,
    headers: {
      ...accept(template.accept),
      ...buildHeaders(template.parameters, values),
      ...(body && { 'content-type': body.contentType }),
    },
    ...(body && { body: body.content }),
  }
}

/** So that an argument called `constructor` is absent unless it was given. */
const withoutPrototype = (args: Record<string, unknown>): Record<string, unknown> =>
  Object.assign(Object.create(null) as Record<string, unknown>, args)

const buildUrl = (
  { server, path, parameters }: HttpRequestTemplate,
  values: Record<string, unknown>,
  context: ServerContext,
): string => {
  const pathParameters = parameters.filter((parameter) => parameter.in === 'path')
  const route = buildPath(path.startsWith('/') ? path : `/${path}`, pathParameters, values)
  const query = buildQuery(
    parameters.filter((parameter) => parameter.in === 'query'),
    values,
  )
  const url = `${buildServerUrl(server, context)}${route}`
  return query === '' ? url : `${url}${route.includes('?') ? '&' : '?'}${query}`
}

/** Each type with a slightly lower preference than the one before. */
const accept = (mediaTypes: string[] = []): Record<string, string> => {
  if (mediaTypes.length === 0) return {}
  return {
    accept: mediaTypes
      .map((type, index) =>
        index === 0 ? type : `${type};q=${Math.max(0.1, 1 - index / 10).toFixed(1)}`,
      )
      .join(', '),
  }
}
