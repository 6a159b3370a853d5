import type { TriggerRequest } from '../../../contract/import-trigger-request.ts'
import type { ProxiedRequest } from '../../../contract/proxy.ts'
import { CredentialError } from '../../accounts/index.ts'
import { ToolFailure, type AccountCalls } from '../../execution/index.ts'
import { OutboundError } from '../../platform/outbound/index.ts'
import { ServiceError } from '../../service-error.ts'
import { fillBody, fillText, missingPlaceholder, type TemplateValues } from './fill-template.ts'
import { TriggerFailure } from './trigger-failure.ts'

export type TriggerResponse = {
  data: unknown
  /** The address of the next page, by the header `Link`. */
  nextUrl?: string | undefined
}

/** Sends a request that a trigger type declares; whatever goes wrong is a `TriggerFailure`. */
export const sendRequest = async (
  calls: AccountCalls,
  request: TriggerRequest,
  values: TemplateValues,
): Promise<TriggerResponse> => sendFilled(calls, toRequest(request, values))

/** Sends a request whose placeholders are filled. */
export const sendFilled = async (
  calls: AccountCalls,
  request: ProxiedRequest,
): Promise<TriggerResponse> => {
  const { status, nextUrl, json, unread, failure, retryAfterMs } = await calls
    .send(request)
    .catch((error: unknown) => {
      throw toFailure(error)
    })
  if (failure !== undefined)
    throw new TriggerFailure('now', failure, {
      retryAfterMs,
      isMissing: status === 404 || status === 410,
    })
  if (unread)
    throw new TriggerFailure(
      'now',
      unread.kind === 'syntax'
        ? 'The API answered something that is not JSON'
        : `What the API answered ${unread.message}`,
      { cause: unread },
    )
  return { data: json, nextUrl }
}

/** The request of a template with these values. */
export const toRequest = (request: TriggerRequest, values: TemplateValues): ProxiedRequest => {
  const endpoint = fillText(request.path, values, pathSegment)
  if (endpoint === undefined)
    throw new TriggerFailure(
      'never',
      `The address of the request has no value for {${missingPlaceholder(request.path, values) ?? ''}}`,
    )
  return {
    endpoint,
    method: request.method,
    parameters: [
      ...toParameters('query', request.query, values),
      ...toParameters('header', request.headers, values),
    ],
    ...(request.body && { body: fillBody(request.body, values) as Record<string, unknown> }),
  }
}

const pathSegment = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (text === '' || text === '.' || text === '..')
    throw new TriggerFailure('never', `"${text}" cannot be part of the address of a request`)
  return encodeURIComponent(text.toWellFormed())
}

const toParameters = (
  type: 'query' | 'header',
  templates: Record<string, string> = {},
  values: TemplateValues,
) =>
  Object.entries(templates).flatMap(([name, template]) => {
    const value = fillText(template, values)
    return value === undefined ? [] : [{ name, value, type }]
  })

const toFailure = (error: unknown): unknown => {
  if (error instanceof CredentialError)
    return new TriggerFailure(error.kind === 'lost' ? 'account' : 'now', error.message, {
      cause: error,
    })
  if (
    error instanceof OutboundError ||
    error instanceof ToolFailure ||
    error instanceof ServiceError
  )
    return new TriggerFailure('now', error.message, { cause: error })
  return error
}
