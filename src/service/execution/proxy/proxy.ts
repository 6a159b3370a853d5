import { CredentialError } from '../../accounts/index.ts'
import type { ProxiedRequest, ProxyResponse, ProxyRequest } from '../../../contract/proxy.ts'
import { OutboundError, type OutboundResponse } from '../../platform/outbound/index.ts'
import type { Redactor } from '../../platform/redaction/index.ts'
import type { TraceContext } from '../../platform/trace-context.ts'
import type { Project } from '../../endpoint/index.ts'
import { ServiceError } from '../../service-error.ts'
import { withoutServiceLinks } from '../../third-party/index.ts'
import { storeFile } from '../store-file.ts'
import { createLoadBinary } from '../load-binary.ts'
import { readResponse } from '../read-response.ts'
import { buildProxyRequest } from './build-request.ts'
import type { ProxyTarget } from './proxy-target.ts'
import { authorizeCall, type AuthorizedCall } from '../send-authorized.ts'
import type { SendingParts } from '../sending-parts.ts'
import { withTrace } from '../with-trace.ts'
import { quote } from '../../platform/quote.ts'

/** One request that a caller sends through the service. */
type ProxyCall = {
  project: Project
  target: ProxyTarget
  request: ProxiedRequest & Pick<ProxyRequest, 'binary_body'>
  sessionId?: string
  signal?: AbortSignal
  trace?: TraceContext | undefined
}

export type SendThroughProxy = (call: ProxyCall) => Promise<ProxyResponse>

/**
 * The slug of proxied requests in the execution log. No tool has it, as a tool's slug begins with
 * its toolkit's.
 */
const logSlug = 'PROXY'

/**
 * Sends a request with the credential of its target (spec 4.2). Any response of the third party is
 * a result, whatever its status.
 */
export const createProxy =
  (parts: SendingParts): SendThroughProxy =>
  async (call) => {
    const startedAt = parts.clock.now()
    const started = performance.now()
    const { toolkit, userId, accountId } = call.target
    const lease = parts.bytes.open(call.project.id)
    const authorized = authorizeCall(parts, {
      ...call,
      ...call.target,
      egress: { purpose: 'tool', toolkit: toolkit.definition.slug },
      lease,
    })
    const { endpoint, method, body, parameters } = call.request
    const log = (error: string | null, response: unknown) =>
      parts.logs.write(call.project, {
        toolSlug: logSlug,
        toolkit: toolkit.definition.slug,
        userId,
        accountId,
        sessionId: call.sessionId ?? null,
        error,
        startedAt,
        durationMs: performance.now() - started,
        request: { endpoint, method, body: body ?? null, parameters: parameters ?? [] },
        response,
        sent: authorized.sent,
        trace: call.trace,
        redactor: authorized.redactor(),
      })
    try {
      const response = await send(parts, call, authorized)
      const redactor = authorized.redactor()
      const answer = withoutServiceLinks(
        redactor.json(
          await toAnswer(
            parts,
            { project: call.project, userId: userId ?? undefined },
            response,
            redactor,
          ),
        ),
        parts.publicUrl(),
      )
      await log(
        answer.status < 400 ? null : `${quote(toolkit.definition.name)} answered ${answer.status}`,
        answer,
      )
      return answer
    } catch (error) {
      await log(
        error instanceof ServiceError ? error.message : 'The request could not be sent',
        null,
      )
      throw error
    } finally {
      lease.release()
    }
  }

const send = async (
  parts: SendingParts,
  { project, target, request, signal, trace }: ProxyCall,
  authorized: AuthorizedCall,
): Promise<OutboundResponse> => {
  const { credential } = await authorized
    .ready()
    .catch((error: unknown) => refuse(target, '', error))
  const built = await buildProxyRequest(
    createLoadBinary(parts, { project, toolkit: target.toolkit, signal }),
    { ...target, ...(credential && { credential }) },
    request,
  )
  return authorized
    .send({
      ...withTrace(built, trace),
      timeoutMs: parts.timeoutMs,
      maxResponseBytes: parts.maximumResponseBytes,
    })
    .catch((error: unknown) => refuse(target, new URL(built.url).host, error))
}

const refuse = (target: ProxyTarget, host: string, error: unknown): never => {
  if (error instanceof OutboundError) throw toServiceError(target, host, error)
  if (!(error instanceof CredentialError)) throw error
  throw new ServiceError('unprocessable', error.message, {
    suggestedFix: adviceOn(target, error),
    cause: error,
  })
}

const adviceOn = ({ account }: ProxyTarget, { kind }: CredentialError): string => {
  switch (kind) {
    case 'lost':
      return `Have its user connect it again with POST /api/v3/connected_accounts/${account?.account.id ?? ''}/refresh`
    case 'misconfigured':
      return `Correct the credentials with PATCH /api/v3/auth_configs/${account?.authConfig.id ?? ''}`
    case 'unavailable':
      return 'Try again later'
    default:
      return kind satisfies never
  }
}

const toServiceError = (
  { toolkit }: ProxyTarget,
  host: string,
  error: OutboundError,
): ServiceError => {
  const message = `${quote(toolkit.definition.name)} could not be called: ${error.message}`
  switch (error.kind) {
    case 'timeout':
      return new ServiceError('upstream_timeout', message, {
        suggestedFix: 'Try again; ask for less, where the API takes limits',
        cause: error,
      })
    case 'blocked':
    case 'invalid_url':
      // Any other host comes from a redirect, which is the third party's fault.
      if (error.host === host)
        return new ServiceError('invalid_request', message, {
          suggestedFix:
            'Correct the address, or have the operator add the entry that the message names',
          cause: error,
        })
      return new ServiceError('upstream_failed', message, {
        suggestedFix: 'Call the address itself that it redirects to',
        cause: error,
      })
    case 'too_large':
    case 'network':
    case 'redirects':
    case 'aborted':
      return new ServiceError('upstream_failed', message, {
        suggestedFix: 'Try again later',
        cause: error,
      })
    default:
      return error.kind satisfies never
  }
}

const toAnswer = async (
  parts: SendingParts,
  owner: { project: Project; userId: string | undefined },
  response: OutboundResponse,
  redactor: Redactor,
): Promise<ProxyResponse> => {
  const { status } = response
  // A session that the third party opened is as sensitive as the credential.
  const { 'set-cookie': _session, ...headers } = response.headers
  if (response.body.byteLength === 0) return { data: null, status, headers }
  const answer = await readResponse(parts.texts, response)
  if ('data' in answer) return { data: answer.data, status, headers }
  return {
    data: answer.summary ?? null,
    binary_data: await storeFile(parts, owner, answer.file, redactor),
    status,
    headers,
  }
}
