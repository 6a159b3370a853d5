import type { ProxiedRequest } from '../../contract/proxy.ts'
import { toCredential, type ChosenAccount } from '../accounts/index.ts'
import type { Catalog } from '../catalog/index.ts'
import type { OutboundResponse } from '../platform/outbound/index.ts'
import type { Redactor } from '../platform/redaction/index.ts'
import type { TraceContext } from '../platform/trace-context.ts'
import type { Project } from '../endpoint/index.ts'
import { sharedSecretProblem } from './account-servers.ts'
import { createLoadBinary } from './load-binary.ts'
import { buildProxyRequest } from './proxy/build-request.ts'
import { authorizeCall } from './send-authorized.ts'
import type { SendingParts } from './sending-parts.ts'
import { ToolFailure } from './tool-failure.ts'
import { withTrace } from './with-trace.ts'

type Parts = Pick<
  SendingParts,
  'files' | 'keepAlive' | 'outbound' | 'texts' | 'timeoutMs' | 'maximumResponseBytes'
>

/**
 * As whom the service makes requests of its own at a toolkit's API; without an account where the
 * toolkit needs none.
 */
export type Caller = {
  project: Project
  toolkit: Awaited<ReturnType<Catalog['getToolkit']>>
  account: ChosenAccount | undefined
  signal?: AbortSignal
  trace?: TraceContext | undefined
}

/** Requests to one toolkit's own hosts, with one account. */
export type AccountCalls = {
  /**
   * Throws a `ToolFailure`, `CredentialError`, `OutboundError`, or a `ServiceError` for a request
   * that leaves the toolkit's hosts.
   */
  send(request: ProxiedRequest): Promise<OutboundResponse>
  /**
   * Parses what was answered as JSON, without the credential where it is repeated. Throws an
   * `UntrustedTextError`.
   */
  parseJson(response: OutboundResponse): Promise<unknown>
  /** Whether anything was sent. */
  hasSent(): boolean
  /** Leaves every credential that was used so far out of what is written down. */
  redactor(): Redactor
}

/**
 * Makes requests that a toolkit declares and nobody asked for just now, under the rules that hold
 * for the calls of its tools.
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
      return authorized.send({
        ...withTrace(built, trace),
        timeoutMs: parts.timeoutMs,
        maxResponseBytes: parts.maximumResponseBytes,
      })
    },
    parseJson: async ({ body }) => authorized.redactor().json(await parts.texts.parseAnswer(body)),
    hasSent: authorized.hasSent,
    redactor: authorized.redactor,
  }
}
