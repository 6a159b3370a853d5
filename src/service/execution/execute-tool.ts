import { compileSchema, describeIssues } from '../../schema/index.ts'
import type { Accounts, ChosenAccount } from '../accounts/account.ts'
import { findScheme } from '../auth-schemes/index.ts'
import type { CatalogTool, Toolkit } from '../catalog/catalog.ts'
import { isNoAuth } from '../catalog/view.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/index.ts'
import type { Files } from '../platform/files/index.ts'
import { OutboundError, type Outbound, type OutboundResponse } from '../platform/outbound/index.ts'
import { fileCipher } from '../projects/file-cipher.ts'
import type { Project } from '../projects/project.ts'
import { ServiceError } from '../service-error.ts'
import type { ExecutionLogs } from './execution-log.ts'
import { buildHttpRequest, RequestBuildError, type BuiltRequest } from './http-request/index.ts'
import { createLoadBinary } from './load-binary.ts'
import { readAnswer } from './read-answer.ts'

/** One execution of a tool. */
export type ToolCall = {
  project: Project
  toolkit: Toolkit
  tool: CatalogTool
  arguments: Record<string, unknown>
  userId: string
  accountIds?: string[] | undefined
  authConfigId?: string | undefined
  sessionId?: string | undefined
  signal?: AbortSignal | undefined
}

/** What every execution ends as: `error` is null exactly when it succeeded. */
export type ToolOutcome = { data: Record<string, unknown>; error: string | null; logId: string }

export type ExecuteTool = (call: ToolCall) => Promise<ToolOutcome>

type Parts = {
  database: Database
  accounts: Accounts
  outbound: Outbound
  files: Files
  logs: ExecutionLogs
  clock: Clock
  publicUrl: () => string
  timeoutMs: number
  maximumResponseBytes: number
}

/**
 * Runs tools: arguments are checked, the request is built, the user's credential goes in, the answer comes back as data.
 *
 * Whatever the caller, the user or the third party did wrong is an outcome with an `error` that a model can act on; only a defect
 * of the service throws.
 */
export const createExecuteTool =
  (parts: Parts): ExecuteTool =>
  async (call) => {
    const startedAt = parts.clock.now()
    const started = performance.now()
    const chosen = await chooseAccount(parts.accounts, call)
    const { data, error } = chosen instanceof ToolFailure ? chosen.toOutcome() : await attempt(parts, call, chosen)
    const logId = await parts.logs.write(call.project, {
      toolSlug: call.tool.definition.slug,
      toolkit: call.tool.toolkit,
      userId: call.userId,
      accountId: chosen instanceof ToolFailure ? null : (chosen?.account.id ?? null),
      sessionId: call.sessionId ?? null,
      error,
      startedAt,
      durationMs: performance.now() - started,
      request: { arguments: call.arguments, version: call.tool.version },
      response: data,
    })
    return { data, error, logId }
  }

/** Why a call brought no result, for the model to read. */
class ToolFailure extends Error {
  readonly data: Record<string, unknown>

  constructor(message: string, data: Record<string, unknown> = {}) {
    super(message)
    this.data = data
  }

  toOutcome(): { data: Record<string, unknown>; error: string } {
    return { data: this.data, error: this.message }
  }
}

/** `undefined`: the tool needs no account. */
const chooseAccount = async (accounts: Accounts, call: ToolCall): Promise<ChosenAccount | ToolFailure | undefined> => {
  const needsNone = call.tool.definition.noAuth || isNoAuth(call.toolkit)
  if (needsNone && !call.accountIds) return undefined
  const { slug, name } = call.toolkit.definition
  const chosen = await accounts.choose(call.project, { userId: call.userId, toolkit: slug, accountIds: call.accountIds, authConfigId: call.authConfigId, forSession: call.sessionId !== undefined })
  if (!chosen) {
    if (needsNone) return undefined
    return new ToolFailure(`The user "${call.userId}" has no active connection to ${name} (toolkit "${slug}"). Connect an account of this toolkit for the user, then call the tool again.`, { toolkit: slug, user_id: call.userId })
  }
  const allowed = chosen.authConfig.settings.toolsAvailableForExecution
  if (allowed.length > 0 && !allowed.includes(call.tool.definition.slug)) {
    return new ToolFailure(`The auth config ${chosen.authConfig.id} does not allow ${call.tool.definition.slug}. Use another tool of ${name}.`, { allowed_tools: allowed })
  }
  return chosen
}

const attempt = async (parts: Parts, call: ToolCall, chosen: ChosenAccount | undefined): Promise<{ data: Record<string, unknown>; error: string | null }> => {
  try {
    checkArguments(call)
    const request = await build(parts, call, chosen)
    const response = await send(parts, call, request, chosen)
    return await toResult(parts, call, response)
  } catch (error) {
    if (error instanceof ToolFailure) return error.toOutcome()
    throw error
  }
}

const checkArguments = ({ tool, arguments: given }: ToolCall): void => {
  const checked = compileSchema(tool.definition.inputParameters).validate(given)
  if (checked.ok) return
  const issues = describeIssues(checked.issues)
  throw new ToolFailure(`The arguments of ${tool.definition.slug} are not valid: ${issues.join('; ')}. Correct them and call the tool again.`, { issues })
}

const build = async (parts: Parts, call: ToolCall, chosen: ChosenAccount | undefined): Promise<BuiltRequest> => {
  const { request, slug } = call.tool.definition
  const { baseUrl } = call.toolkit.definition
  try {
    return await buildHttpRequest(request, call.arguments, {
      ...(baseUrl !== undefined && { baseUrl }),
      variables: textValues({ ...chosen?.authConfig.sharedCredentials, ...chosen?.account.values }),
      loadBinary: createLoadBinary(parts.outbound, call.signal),
    })
  } catch (error) {
    if (error instanceof RequestBuildError) throw new ToolFailure(`The arguments of ${slug} make no request: ${error.message}`, { issues: [error.message] })
    if (error instanceof OutboundError) throw new ToolFailure(`A file for ${slug} could not be fetched: ${error.message}`)
    throw error
  }
}

/** Values that may stand in the address of the server: never more than plain texts. */
const textValues = (values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))

const send = async (parts: Parts, call: ToolCall, request: BuiltRequest, chosen: ChosenAccount | undefined): Promise<OutboundResponse> => {
  const applied = applyCredential(request, chosen)
  try {
    return await parts.outbound.send({
      ...request,
      ...applied,
      sensitiveHeaders: Object.keys(applied.headers).filter((name) => applied.headers[name] !== request.headers[name]),
      timeoutMs: parts.timeoutMs,
      maxResponseBytes: parts.maximumResponseBytes,
      ...(call.signal && { signal: call.signal }),
    })
  } catch (error) {
    if (error instanceof OutboundError) throw new ToolFailure(`${call.toolkit.definition.name} could not be called: ${error.message}`, { reason: error.kind })
    throw error
  }
}

const applyCredential = (request: BuiltRequest, chosen: ChosenAccount | undefined): { url: string; headers: Record<string, string> } => {
  if (!chosen) return request
  const { scheme, sharedCredentials } = chosen.authConfig
  const implementation = findScheme(scheme.mode)
  if (!implementation) throw new ServiceError('internal', `The account ${chosen.account.id} has the auth scheme ${scheme.mode}, which no code carries out`)
  return implementation.apply(scheme, { ...sharedCredentials, ...chosen.account.values }, request)
}

const toResult = async (parts: Parts, call: ToolCall, response: OutboundResponse): Promise<{ data: Record<string, unknown>; error: string | null }> => {
  const answer = readAnswer(response)
  const data = 'data' in answer ? answer.data : { file: await keepFile(parts, call.project, answer.file) }
  if (response.status < 300) return { data, error: null }
  return {
    data: { status: response.status, body: data },
    error: `${call.toolkit.definition.name} answered ${response.status}${explanation(data)}`,
  }
}

const keepFile = async (parts: Parts, project: Project, file: { bytes: Uint8Array; contentType: string; name?: string }) => {
  const expiresAt = new Date(parts.clock.now().getTime() + project.config.signed_url_file_expiry_in_seconds * 1000)
  const { token, size } = await parts.files.store(parts.database.handle, { ...file, scope: project.id, expiresAt, cipher: fileCipher(project) })
  return {
    url: `${parts.publicUrl()}/files/${token}`,
    content_type: file.contentType,
    size,
    expires_at: expiresAt.toISOString(),
    ...(file.name !== undefined && { name: file.name }),
  }
}

/** What the third party says went wrong, where it says so in one of the usual places. */
const explanation = (data: Record<string, unknown>): string => {
  const candidates = [data['message'], data['error_description'], data['error'], data['detail'], data['title'], data['text']]
  const nested = candidates.flatMap((value) => (typeof value === 'object' && value !== null ? [(value as Record<string, unknown>)['message']] : [value]))
  const text = nested.find((value): value is string => typeof value === 'string' && value.trim() !== '')
  return text === undefined ? '' : `: ${text.trim().slice(0, 500)}`
}
