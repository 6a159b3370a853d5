import type { ProxiedRequest } from '../../contract/proxy.ts'
import type { AnswerRules } from '../../contract/recipe/answers.ts'
import { toCredential, type ChosenAccount } from '../accounts/index.ts'
import type { Catalog } from '../catalog/index.ts'
import type { OutboundResponse } from '../platform/outbound/index.ts'
import type { Redactor } from '../platform/redaction/index.ts'
import type { TraceContext } from '../platform/trace-context.ts'
import type { Project } from '../endpoint/index.ts'
import { quote } from '../platform/quote.ts'
import { UntrustedTextError } from '../platform/untrusted-text/index.ts'
import { withoutServiceLinks } from '../third-party/index.ts'
import { describeFailure, exchange, nextLink, rulesOf, type Exchanged } from './answers/index.ts'
import { sharedSecretProblem } from './account-servers.ts'
import { createLoadBinary } from './load-binary.ts'
import { buildProxyRequest } from './proxy/build-request.ts'
import { withoutCredential } from './proxy/credential-fields.ts'
import { authorizeCall } from './send-authorized.ts'
import type { SendingParts } from './sending-parts.ts'
import { ToolFailure } from './tool-failure.ts'
import { withTrace } from './with-trace.ts'

type Parts = Pick<
  SendingParts,
  | 'clock'
  | 'files'
  | 'keepAlive'
  | 'maximumResponseBytes'
  | 'outbound'
  | 'publicUrl'
  | 'texts'
  | 'timeoutMs'
>

/**
 * The identity for the service's requests to a toolkit's API; without an account when the toolkit
 * needs none.
 */
type Caller = {
  project: Project
  toolkit: Awaited<ReturnType<Catalog['getToolkit']>>
  account: ChosenAccount | undefined
  signal?: AbortSignal
  trace?: TraceContext | undefined
}

/** Requests to a toolkit's hosts with one account. */
export type AccountCalls = {
  /**
   * Sends a request and judges its answer by the rules of the toolkit. An account whose credential
   * they say is no longer accepted gets another one, or expires.
   *
   * Throws a `ToolFailure`, `CredentialError`, `OutboundError`, or a `ServiceError` for a request
   * that leaves the toolkit's hosts.
   */
  send(request: ProxiedRequest): Promise<AccountResponse>
  /** Whether any request was sent. */
  hasSent(): boolean
  /** Redacts every credential that was used so far. */
  redactor(): Redactor
}

type AccountResponse = Pick<OutboundResponse, 'status'> & {
  /** The address of the next page, by the header `Link`, without the credential. */
  nextUrl?: string | undefined
  /** The answer's JSON with the credential redacted; undefined for an empty answer. */
  json?: unknown
  /** Why there is no `json`. */
  unread?: UntrustedTextError | undefined
  /** What went wrong, as a sentence without a full stop: always for a status from 300 on. */
  failure?: string | undefined
  /** When the API wants to be asked again. */
  retryAfterMs?: number | undefined
}

/**
 * Makes requests that a toolkit declares and no caller asked for just now, under the same rules as
 * calls of its tools.
 */
export const callAsAccount = (
  parts: Parts,
  { project, toolkit, account, signal, trace }: Caller,
): AccountCalls => {
  const authorized = authorizeCall(parts, {
    project,
    egress: { purpose: 'tool', toolkit: toolkit.definition.slug },
    account,
    signal,
    trace,
  })
  const problem =
    account &&
    sharedSecretProblem(
      toolkit.definition,
      account.authConfig.sharedCredentials,
      account.account.values,
    )
  const { name } = toolkit.definition
  return {
    send: async (request) => {
      if (account && problem !== undefined)
        throw new ToolFailure(`The account ${account.account.id} cannot be used: ${problem}`)
      const { account: current } = await authorized.ready()
      const target = {
        toolkit,
        ...(current && { credential: toCredential(current), account: current }),
        userId: current?.account.userId ?? null,
        accountId: current?.account.id ?? null,
      }
      const built = await buildProxyRequest(
        createLoadBinary(parts, { project, toolkit, signal }),
        target,
        request,
      )
      const rules = rulesOf(toolkit.definition, toOperation(request))
      const exchanged = await exchange({
        authorized,
        request: { ...withTrace(built, trace), maxResponseBytes: parts.maximumResponseBytes },
        rules,
        read: (response) => readJson(parts, authorized.redactor(), rules, response),
        name: quote(name),
        clean: (text) => withoutServiceLinks(authorized.redactor().text(text), parts.publicUrl()),
        clock: parts.clock,
        timeoutMs: parts.timeoutMs,
      })
      if (exchanged.problem) throw exchanged.problem
      const link = nextLink(exchanged.response.headers['link'])
      const nextUrl = link && withoutCredential(link, built.url, target.credential)
      return { ...toAccountAnswer(exchanged), ...(nextUrl !== undefined && { nextUrl }) }
    },
    hasSent: authorized.hasSent,
    redactor: authorized.redactor,
  }
}

/** Its path is the filled one: a rule for `/users/{id}` does not see it, one for `/users` does. */
const toOperation = ({ method, endpoint }: ProxiedRequest) => {
  const path = URL.canParse(endpoint) ? new URL(endpoint).pathname : endpoint.split('?', 1)[0]
  return { operation: `${method} ${path ?? ''}`, tags: [] }
}

type ReadJson = Pick<AccountResponse, 'json' | 'unread'>

/** The body of a failure is read only for rules that may look at it. */
const readJson = async (
  { texts }: Parts,
  redactor: Redactor,
  { failures, rate }: Pick<AnswerRules, 'failures' | 'rate'>,
  { status, body }: OutboundResponse,
): Promise<ReadJson> => {
  if (body.byteLength === 0 || (status >= 300 && failures.length + rate.length === 0)) return {}
  try {
    const json = await texts.parseAnswer(body, undefined, { keepsIntegers: true })
    return { json: redactor.json(json) }
  } catch (error) {
    if (error instanceof UntrustedTextError) return { unread: error }
    throw error
  }
}

const toAccountAnswer = ({
  response: { status },
  read,
  failure,
  limit,
}: Exchanged<ReadJson>): AccountResponse => ({
  status,
  ...read,
  ...((status >= 300 || failure || limit) && {
    failure: `The API ${status < 300 ? 'reported an error' : `answered ${status}`}${failure ? describeFailure(failure) : ''}`,
  }),
  ...(limit?.waitMs !== undefined && { retryAfterMs: limit.waitMs }),
})
