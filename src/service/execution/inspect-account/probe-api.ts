import type { TriggerRequest } from '../../../contract/import-trigger-request.ts'
import type { AnswerCondition } from '../../../contract/recipe/conditions.ts'
import {
  CredentialError,
  openValues,
  type ChosenAccount,
  type Credential,
} from '../../accounts/index.ts'
import type { Toolkit } from '../../catalog/index.ts'
import type { Project } from '../../endpoint/index.ts'
import { OutboundError, type OutboundResponse } from '../../platform/outbound/index.ts'
import { quote } from '../../platform/quote.ts'
import { UntrustedTextError } from '../../platform/untrusted-text/index.ts'
import { ServiceError } from '../../service-error.ts'
import { matchesAll } from '../../third-party/index.ts'
import { describeFailure, findFailure, rulesOf } from '../answers/index.ts'
import { buildProxyRequest } from '../proxy/build-request.ts'
import { authorizeCall } from '../send-authorized.ts'
import type { SendingParts } from '../sending-parts.ts'
import { accountRequest } from './account-request.ts'
import { fixedOrigins, providerOrigins } from './provider-origins.ts'

export type ProbeParts = Pick<SendingParts, 'keepAlive' | 'outbound' | 'texts' | 'publicUrl'>

/** A credential that is to be tried; `account`: the one that holds it, if it is connected. */
export type Candidate = {
  project: Project
  toolkit: Toolkit
  credential: Credential
  account?: ChosenAccount
  signal?: AbortSignal
}

/** `unknown`: the API could not be asked, which says nothing of the credential. */
type ProbeResult =
  | { kind: 'answered'; body: unknown }
  | { kind: 'refused'; message: string }
  | { kind: 'unknown'; reason: string }

/** For one request. */
export const longestMs = 15_000
const maximumBytes = 1024 * 1024

/** Sends a request that a recipe declares, with a credential that is to be tried. */
export const probeApi = async (
  parts: ProbeParts,
  { project, toolkit, credential: given, account, signal }: Candidate,
  request: TriggerRequest,
  { refused, timeoutMs = longestMs }: { refused?: AnswerCondition[]; timeoutMs?: number } = {},
): Promise<ProbeResult> => {
  const authorized = authorizeCall(parts, {
    project,
    egress: { purpose: 'tool', toolkit: toolkit.definition.slug },
    credential: given,
    account,
    signal,
  })
  try {
    const { credential = given } = await authorized.ready()
    const filled = accountRequest(request, openValues(credential))
    if ('missing' in filled)
      return { kind: 'unknown', reason: `the account has no value "${filled.missing}"` }
    const target = {
      toolkit,
      credential,
      origins: [...providerOrigins(credential.scheme), ...fixedOrigins(toolkit, credential)],
      userId: null,
      accountId: null,
    }
    const built = await buildProxyRequest(noFiles, target, filled.request)
    const response = await authorized.send({
      ...built,
      timeoutMs,
      maxResponseBytes: maximumBytes,
    })
    const body = await readJson(parts, response)
    return judge(toolkit, request, refused, {
      status: response.status,
      headers: response.headers,
      body: authorized.redactor().json(body),
    })
  } catch (error) {
    if (
      error instanceof OutboundError ||
      error instanceof ServiceError ||
      error instanceof CredentialError
    )
      return { kind: 'unknown', reason: authorized.redactor().text(error.message) }
    throw error
  }
}

const noFiles = () => {
  throw new Error('A request of a recipe has no file')
}

const readJson = async ({ texts }: ProbeParts, { body }: OutboundResponse): Promise<unknown> => {
  if (body.byteLength === 0) return undefined
  try {
    return await texts.parseAnswer(body)
  } catch (error) {
    if (error instanceof UntrustedTextError) return undefined
    throw error
  }
}

type Answer = { status: number; headers: Record<string, string>; body: unknown }

/** What tells that a credential is refused where the recipe does not say it. */
const usualRefusal: AnswerCondition[] = [{ in: 'status', one_of: [401, 403] }]

const judge = (
  { definition }: Toolkit,
  { method, path }: TriggerRequest,
  refused: readonly AnswerCondition[] = usualRefusal,
  answer: Answer,
): ProbeResult => {
  const name = quote(definition.name)
  const { failures } = rulesOf(definition, { operation: `${method} ${path}`, tags: [] })
  const failure = findFailure(failures, answer)
  const said = failure ? describeFailure(failure) : ''
  if (matchesAll(refused, answer) || failure?.reconnect)
    return { kind: 'refused', message: `${name} refused the credential (${answer.status})${said}` }
  if (answer.status >= 300 || failure)
    return { kind: 'unknown', reason: `${name} answered ${answer.status}${said}` }
  return { kind: 'answered', body: answer.body }
}
