import type { Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { z } from 'zod'
import { basePath } from '../../contract/contract.ts'
import type { Endpoint, EndpointGroup } from '../../contract/endpoint.ts'
import type { Authenticate } from '../projects/authenticate.ts'
import { ServiceError } from '../service-error.ts'
import { toErrorAnswer, toInvalidRequest } from './error-answer.ts'
import type { Handlers, RequestContext } from './handlers.ts'
import { parseQuery } from './query.ts'
import { readBody } from './read-body.ts'
import type { Environment } from './app.ts'

export type MountOptions = {
  authenticate: Authenticate
  /** Parse every answer by the contract too, and fail when it does not fit: for tests and development. */
  checkAnswers: boolean
  onError(thrown: unknown, context: { requestId: string; operation: string }): void
}

type Route = { operation: string; endpoint: Endpoint; handler: AnyHandler }
type AnyHandler = (request: { params: unknown; query: unknown; body: unknown }, caller: unknown, context: RequestContext) => Promise<{ status: number; body: unknown }>

const maximumBodyBytes = 4 * 1024 * 1024

/** Makes routes of the contract. Literal segments come before parameters: Hono takes the first route that matches. */
export const mountContract = <C extends Record<string, EndpointGroup>>(
  app: Hono<Environment>,
  contract: C,
  handlers: { readonly [Resource in keyof C]: Handlers<C[Resource]> },
  options: MountOptions,
): void => {
  const routes = Object.entries(contract).flatMap(([resource, group]) =>
    Object.entries(group).map(([name, endpoint]): Route => {
      const handler = (handlers[resource] as Record<string, AnyHandler> | undefined)?.[name]
      if (!handler) throw new Error(`No handler for ${resource}.${name}`)
      return { operation: `${resource}.${name}`, endpoint, handler }
    }),
  )
  for (const route of routes.toSorted(byLiteralSegments)) {
    app.on(route.endpoint.method, [basePath + route.endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')], (context) => answer(context, route, options))
  }
}

const byLiteralSegments = (a: Route, b: Route): number => sortKey(a) < sortKey(b) ? -1 : 1

const sortKey = ({ endpoint }: Route): string =>
  endpoint.path
    .split('/')
    .map((segment) => (segment.startsWith('{') ? '1' : `0${segment}`))
    .join('/')

const answer = async (context: Context<Environment>, route: Route, options: MountOptions): Promise<Response> => {
  const requestId = context.get('requestId')
  context.set('operation', route.operation)
  try {
    const caller = await options.authenticate(route.endpoint.auth, (name) => context.req.header(name))
    context.set('projectId', caller && 'project' in caller ? caller.project.id : undefined)
    const request = await parseRequest(context, route.endpoint)
    const { status, body } = await route.handler(request, caller, requestContext(context, requestId))
    if (options.checkAnswers) checkAnswer(route, status, body)
    if (status === 204) return context.body(null, 204)
    return context.body(JSON.stringify(body), status as ContentfulStatusCode, { 'content-type': 'application/json; charset=utf-8' })
  } catch (thrown) {
    const { status, body } = toErrorAnswer(thrown, requestId, route.endpoint.errors)
    if (body.error.slug === 'internal') options.onError(thrown, { requestId, operation: route.operation })
    // What is left of a body that nobody reads would be taken for the next request, so the connection ends.
    if (context.env.incoming?.complete === false) context.header('connection', 'close')
    return context.json(body, status as ContentfulStatusCode)
  }
}

/** The signal is made when it is asked for: making it costs as much as a small request. */
const requestContext = (context: Context<Environment>, requestId: string): RequestContext => ({
  requestId,
  get signal() {
    return context.req.raw.signal
  },
})

const parseRequest = async (context: Context<Environment>, endpoint: Endpoint) => {
  const params = endpoint.params && parsePart('path', endpoint.params, context.req.param())
  const query = endpoint.query && parsePart('query', endpoint.query, parseQuery(new URL(context.req.url).searchParams))
  const body = endpoint.body && parsePart('body', endpoint.body, withAliases(await readBody(context, endpoint.maximumBodyBytes ?? maximumBodyBytes), endpoint.aliases))
  return { params, query, body }
}

const parsePart = (part: 'path' | 'query' | 'body', schema: z.ZodType, value: unknown): unknown => {
  const parsed = schema.safeParse(value ?? (part === 'body' ? {} : undefined))
  if (!parsed.success) throw toInvalidRequest(part, parsed.error)
  return parsed.data
}

const withAliases = (body: unknown, aliases: Endpoint['aliases']): unknown => {
  if (!aliases || typeof body !== 'object' || body === null) return body
  const renamed: Record<string, unknown> = { ...body }
  for (const [old, name] of Object.entries(aliases)) if (old in renamed && !(name in renamed)) renamed[name] = renamed[old]
  return renamed
}

const checkAnswer = ({ operation, endpoint }: Route, status: number, body: unknown): void => {
  const schema = endpoint.responses[status]
  const problems = schema === undefined ? [`status ${status} is not declared`] : schema.safeParse(body).error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  if (problems?.length) throw new ServiceError('internal', `The answer of ${operation} breaks its contract`, { errors: problems })
}
