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
 * The identity for the service's requests to a toolkit's API; without an account when the toolkit
 * needs none.
 */
export type Caller = {
  project: Project
  toolkit: Awaited<ReturnType<Catalog['getToolkit']>>
  account: ChosenAccount | undefined
  signal?: AbortSignal
  trace?: TraceContext | undefined
}

/** Requests to a toolkit's hosts with one account. */
export type AccountCalls = {
  /**
   * Throws a `ToolFailure`, `CredentialError`, `OutboundError`, or a `ServiceError` for a request
   * that leaves the toolkit's hosts.
   */
  send(request: ProxiedRequest): Promise<OutboundResponse>
  /** Parses the response as JSON, with the credential redacted. Throws an `UntrustedTextError`. */
  parseJson(response: OutboundResponse): Promise<unknown>
  /** Whether any request was sent. */
  hasSent(): boolean
  /** Redacts every credential that was used so far. */
  redactor(): Redactor
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
