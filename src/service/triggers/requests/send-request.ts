import type { TriggerRequest } from '../../../contract/import-trigger-request.ts'
import type { ProxiedRequest } from '../../../contract/proxy.ts'
import { CredentialError } from '../../accounts/index.ts'
import { ToolFailure, type AccountCalls } from '../../execution/index.ts'
import { OutboundError, type OutboundResponse } from '../../platform/outbound/index.ts'
import { UntrustedTextError } from '../../platform/untrusted-text/index.ts'
import { ServiceError } from '../../service-error.ts'
import { fillBody, fillText, missingPlaceholder, type TemplateValues } from './fill-template.ts'
import { TriggerFailure } from './trigger-failure.ts'

export type TriggerAnswer = { data: unknown; headers: Record<string, string> }

/** Sends a request that a trigger type declares; whatever goes wrong is a `TriggerFailure`. */
export const sendRequest = async (
  calls: AccountCalls,
  request: TriggerRequest,
  values: TemplateValues,
): Promise<TriggerAnswer> => sendFilled(calls, toRequest(request, values))

/** Sends what is ready to be sent. */
export const sendFilled = async (
  calls: AccountCalls,
  request: ProxiedRequest,
): Promise<TriggerAnswer> => {
  const response = await calls.send(request).catch((error: unknown) => {
    throw toFailure(error)
  })
  refuseStatus(response)
  return { data: await readJson(calls, response), headers: response.headers }
}

/** The request that a template makes with these values. */
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
    throw new TriggerFailure('never', `"${text}" cannot stand in the address of a request`)
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

const refuseStatus = ({ status, headers }: OutboundResponse): void => {
  if (status < 300) return
  const retryAfterMs =
    status === 429 || status === 503 ? toMilliseconds(headers['retry-after']) : undefined
  throw new TriggerFailure('now', `The API answered ${status}`, {
    retryAfterMs,
    isMissing: status === 404 || status === 410,
  })
}

const toMilliseconds = (retryAfter: string | undefined): number | undefined =>
  retryAfter !== undefined && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1000 : undefined

const readJson = async (calls: AccountCalls, response: OutboundResponse): Promise<unknown> => {
  if (response.body.byteLength === 0) return undefined
  try {
    return await calls.parseJson(response)
  } catch (cause) {
    if (!(cause instanceof UntrustedTextError)) throw cause
    throw new TriggerFailure(
      'now',
      cause.kind === 'syntax'
        ? 'The API answered something that is not JSON'
        : `What the API answered ${cause.message}`,
      { cause },
    )
  }
}

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
