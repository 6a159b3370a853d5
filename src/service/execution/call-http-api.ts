import type { FailureRule } from '../../contract/recipe/answers.ts'
import type { ChosenAccount, Credential } from '../accounts/index.ts'
import type { HttpRequestTemplate } from '../catalog/index.ts'
import { OutboundError } from '../platform/outbound/index.ts'
import type { Redactor } from '../platform/redaction/index.ts'
import type { Project } from '../endpoint/index.ts'
import { withoutServiceLinks } from '../third-party/index.ts'
import { baseUrlOf, movedHostAdvice, movedHostProblem, textValues } from './account-servers.ts'
import {
  describeFailure,
  exchange,
  findNext,
  findPagingRule,
  rulesOf,
  waitWith,
  type Exchanged,
  type Patience,
  type RateLimit,
  type ToolPage,
} from './answers/index.ts'
import { describeUnauthorized } from './describe-unauthorized.ts'
import { encodeArguments } from './encoded-arguments/index.ts'
import type { ToolCall } from './execute-tool.ts'
import { buildHttpRequest, RequestBuildError, type BuiltRequest } from './http-request/index.ts'
import { storeFile } from './store-file.ts'
import { createLoadBinary } from './load-binary.ts'
import { readResponse, type ToolResponse } from './read-response.ts'
import type { AuthorizedCall } from './send-authorized.ts'
import type { SendingParts } from './sending-parts.ts'
import { toolkitHeaders } from './supply-arguments.ts'
import { NoConnection, ToolFailure } from './tool-failure.ts'
import { withTrace } from './with-trace.ts'
import { quote } from '../platform/quote.ts'

type Result = Pick<ToolPage, 'data' | 'error'>

export type HttpCallParts = SendingParts & { patience: Patience }

/** What a call is sent with. */
export type Authority = {
  authorized: AuthorizedCall
  account: ChosenAccount | undefined
  credential: Credential | undefined
}

/** One page of an answer, which a call with complete arguments asks for. */
export type PageRequest = {
  /** The arguments of the caller, without those that the service supplies. */
  asked: Record<string, unknown>
  /** Where the page is, if no argument asks for it. */
  url?: string
  timeoutMs: number
}

/**
 * Runs a tool of an HTTP API: its arguments become one request. `ownFailures` follow the rules of the
 * toolkit.
 */
export const callHttpApi = async (
  parts: HttpCallParts,
  call: ToolCall,
  template: HttpRequestTemplate,
  authority: Authority,
  { asked, url, timeoutMs }: PageRequest,
  ownFailures: readonly FailureRule[] = [],
): Promise<ToolPage> => {
  const { authorized } = authority
  const tool = call.tool.definition
  const { definition } = call.toolkit
  const built = await build(parts, call, template, authority.credential)
  const request = url === undefined ? built : atAddress(built, url)
  const rules = rulesOf(definition, tool)
  const exchanged = await exchange({
    authorized,
    request: {
      ...withTrace(request, call.trace),
      maxResponseBytes: parts.maximumResponseBytes,
    },
    rules: { rate: rules.rate, failures: [...rules.failures, ...ownFailures] },
    read: (response) => readResponse(parts.texts, response),
    name: quote(definition.name),
    clean: (text) => withoutServiceLinks(authorized.redactor().text(text), parts.publicUrl()),
    clock: parts.clock,
    timeoutMs,
    ...(mayRepeat(template, tool.tags) && {
      wait: waitWith(parts.patience, call.project.id, call.signal),
    }),
  })
  const { read, response } = exchanged
  const data = await toAnswerData(parts, call, read, authorized.redactor())
  const result = toResult(call, exchanged, data, authority)
  const rule = findPagingRule(rules.paging, tool)
  const page = {
    json: read.json,
    headers: response.headers,
    arguments: asked,
    url: request.url,
    credentialParameters: (authority.credential?.scheme.placements ?? [])
      .filter(({ in: place }) => place === 'query')
      .map(({ name }) => name),
  }
  return {
    ...result,
    json: read.json,
    itemsPath: rule?.items,
    bytes: response.body.byteLength,
    ...(result.error === null && { next: findNext(rules.paging, tool, page) }),
  }
}

/** Other addresses than of this origin are never followed; the credential is added to this one. */
const atAddress = (built: BuiltRequest, address: string): BuiltRequest => {
  const url = new URL(address)
  const asked = new URL(built.url)
  if (url.origin !== asked.origin)
    throw new ToolFailure(`The next page is at ${url.origin}, and not at ${asked.origin}`)
  return { ...built, url: url.href }
}

/** Sent twice, it does no more than sent once. */
const mayRepeat = ({ method }: HttpRequestTemplate, tags: readonly string[]): boolean =>
  method === 'GET' ||
  method === 'HEAD' ||
  tags.includes('readOnlyHint') ||
  tags.includes('idempotentHint')

const build = async (
  parts: SendingParts,
  call: ToolCall,
  request: HttpRequestTemplate,
  credential: Credential | undefined,
): Promise<BuiltRequest> => {
  const { definition } = call.tool
  const { slug } = definition
  const values = credential?.values ?? noValues
  const loadBinary = createLoadBinary(parts, call)
  const server = call.custom?.baseUrl === undefined ? request.server : { url: call.custom.baseUrl }
  try {
    const baseUrl = baseUrlOf(call.toolkit.definition, { values })
    const given = await encodeArguments(loadBinary, definition, call.arguments)
    const built = await buildHttpRequest({ ...request, server }, given, {
      ...(baseUrl !== undefined && { baseUrl }),
      variables: textValues(values),
      loadBinary,
    })
    const moved = credential && movedHostProblem(call.toolkit.definition, credential, built.url)
    if (moved !== undefined)
      throw new ToolFailure(
        `${slug} cannot be called with this account: ${moved}. ${movedHostAdvice}.`,
      )
    return {
      ...built,
      headers: { ...built.headers, ...toolkitHeaders(call.toolkit, credential) },
    }
  } catch (error) {
    if (error instanceof RequestBuildError)
      throw new ToolFailure(`The arguments of ${slug} make no request: ${error.message}`, {
        issues: [error.message],
      })
    if (error instanceof OutboundError)
      throw new ToolFailure(`A file for ${slug} could not be fetched: ${error.message}`)
    throw error
  }
}

const noValues = {}

const toAnswerData = async (
  parts: SendingParts,
  owner: { project: Project; userId: string },
  answer: ToolResponse,
  redactor: Redactor,
): Promise<Record<string, unknown>> =>
  'data' in answer
    ? answer.data
    : {
        file: await storeFile(parts, owner, answer.file, redactor),
        ...answer.summary,
      }

const toResult = (
  call: ToolCall,
  { response: { status }, failure, limit, problem }: Exchanged<unknown>,
  data: Record<string, unknown>,
  { account, credential }: Authority,
): Result => {
  if (status < 300 && !failure && !limit) return { data, error: null }
  const name = quote(call.toolkit.definition.name)
  const said = (failure && describeFailure(failure)) || explanation(data)
  const details = {
    status,
    body: data,
    ...(failure?.code !== undefined && { code: failure.code.slice(0, longestCode) }),
    ...(limit?.waitMs !== undefined && { retry_after_seconds: toSeconds(limit.waitMs) }),
  }
  if (problem?.kind === 'lost')
    throw new NoConnection(
      `${problem.message}. Connect an account of ${name} for the user again, then call the tool again.`,
      { ...details, toolkit: call.toolkit.definition.slug, user_id: call.userId },
    )
  const advice = limit
    ? ` ${adviceOn(limit)}`
    : problem
      ? ` ${problem.message}.`
      : status === 401
        ? ` ${describeUnauthorized(call, { accountId: account?.account.id, credential })}`
        : ''
  const what = status < 300 ? 'reported an error' : `answered ${status}`
  return { data: details, error: `${name} ${what}${said}${advice === '' ? '' : `.${advice}`}` }
}

const longestCode = 200

const toSeconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000))

const adviceOn = ({ waitMs }: RateLimit): string => {
  if (waitMs === undefined)
    return 'It was called too often, and did not say for how long: wait before you call the tool again.'
  const seconds = toSeconds(waitMs)
  return `It was called too often: call the tool again in ${seconds} second${seconds === 1 ? '' : 's'}.`
}

/** The third party's error message, if it is in one of the usual places. */
const explanation = (data: Record<string, unknown>): string => {
  const candidates = [
    data['message'],
    data['error_description'],
    data['error'],
    data['detail'],
    data['title'],
    data['text'],
  ]
  const nested = candidates.flatMap((value) =>
    typeof value === 'object' && value !== null
      ? [(value as Record<string, unknown>)['message']]
      : [value],
  )
  const text = nested.find(
    (value): value is string => typeof value === 'string' && value.trim() !== '',
  )
  return text === undefined ? '' : `: ${quote(text, 500)}`
}
