import { compileSchema, describeIssues } from '../../schema/index.ts'
import {
  CredentialError,
  type Accounts,
  type ChosenAccount,
  type LinkSession,
} from '../accounts/index.ts'
import { isNoAuth, type CatalogTool, type Toolkit } from '../catalog/index.ts'
import type { ByteLease } from '../platform/byte-budget.ts'
import { OutboundError } from '../platform/outbound/index.ts'
import type { Redactor } from '../platform/redaction/index.ts'
import type { TraceContext } from '../platform/trace-context.ts'
import type { Project } from '../endpoint/index.ts'
import { withoutOwnLinks } from '../third-party/index.ts'
import { sharedSecretProblem } from './account-servers.ts'
import { callHttpApi } from './call-http-api.ts'
import {
  callMcpServer,
  openServer,
  type McpCallParts,
  type OpenedServer,
} from './mcp-request/index.ts'
import type { CustomCall } from './custom-call.ts'
import { explainNamed } from './explain-named.ts'
import { authorizeCall, type AuthorizedCall } from './send-authorized.ts'
import type { SendingParts } from './sending-parts.ts'
import { ToolFailure } from './tool-failure.ts'
import { quote } from '../platform/quote.ts'

/** One execution of a tool. */
export type ToolCall = {
  project: Project
  toolkit: Toolkit
  tool: CatalogTool
  arguments: Record<string, unknown>
  userId: string
  accountIds?: string[] | undefined
  authConfigId?: string | undefined
  /** Replaces an account. */
  custom?: CustomCall | undefined
  sessionId?: string | undefined
  /**
   * Creates the link by which the user connects the toolkit, for the result of a call that lacks
   * the connection.
   */
  offerLink?: ((toolkit: Toolkit) => Promise<LinkSession | undefined>) | undefined
  /**
   * Called once account and arguments are known, before anything is sent; an outcome that it
   * returns replaces the call.
   */
  beforeSend?:
    | ((
        chosen: ChosenAccount | undefined,
      ) => Promise<{ data: Record<string, unknown>; error: string } | undefined>)
    | undefined
  signal?: AbortSignal | undefined
  /** Propagated to the third party. */
  trace?: TraceContext | undefined
}

/** The result of every execution: `error` is null exactly when it succeeded. */
export type ToolOutcome = {
  data: Record<string, unknown>
  error: string | null
  logId: string | null
}

export type ExecuteTool = (call: ToolCall) => Promise<ToolOutcome>

type Parts = SendingParts & McpCallParts & { accounts: Accounts }

/**
 * Runs tools: validates the arguments, builds the request, adds the user's credential, and returns
 * the response as data.
 *
 * Errors of the caller, the user or the third party are returned as an `error` that a model can act
 * on; only a defect of the service throws.
 */
export const createExecuteTool =
  (parts: Parts): ExecuteTool =>
  async (call) => {
    const lease = parts.bytes.open(call.project.id)
    try {
      return await executeWithin(parts, call, lease)
    } finally {
      lease.release()
    }
  }

const executeWithin = async (
  parts: Parts,
  call: ToolCall,
  lease: ByteLease,
): Promise<ToolOutcome> => {
  const startedAt = parts.clock.now()
  const started = performance.now()
  const chosen = call.custom ? undefined : await chooseAccount(parts.accounts, call)
  const { definition } = call.tool
  const egress = {
    purpose: 'kind' in definition.request ? 'mcp' : 'tool',
    toolkit: call.tool.toolkit,
  } as const
  const account = chosen instanceof ToolFailure ? undefined : chosen
  const server = openServer(call)
  const authorized = authorizeCall(parts, {
    ...call,
    egress,
    account,
    credential: call.custom?.credential,
    secrets: server?.secrets,
    lease,
  })
  const write = ({ data, error }: Outcome) =>
    parts.logs.write(call.project, {
      toolSlug: definition.slug,
      toolkit: call.tool.toolkit,
      userId: call.userId,
      accountId: account?.account.id ?? null,
      sessionId: call.sessionId ?? null,
      error,
      startedAt,
      durationMs: performance.now() - started,
      request: { arguments: call.arguments, version: call.tool.version },
      response: data,
      redactor: authorized.redactor(),
    })
  const outcome = await (
    chosen instanceof ToolFailure
      ? toOutcome(parts, chosen, call, authorized.redactor())
      : attempt(parts, call, authorized, server)
  ).catch(async (error: unknown) => {
    // The request was sent, whatever became of the response.
    if (authorized.hasSent())
      await write({
        data: {},
        error: 'The service failed while it made the call or read the answer',
      })
    throw error
  })
  return { ...outcome, logId: await write(outcome) }
}

type Outcome = { data: Record<string, unknown>; error: string | null }

/** The user has not connected the toolkit. */
class NoConnection extends ToolFailure {}

/**
 * The message may quote a third party, so the service's link is added after the text is cleaned.
 */
const toOutcome = async (
  { publicUrl }: Pick<Parts, 'publicUrl'>,
  failure: ToolFailure,
  { offerLink, toolkit }: ToolCall,
  redactor: Redactor,
): Promise<{ data: Record<string, unknown>; error: string }> => {
  const outcome = withoutOwnLinks(redactor.json(failure.toOutcome()), publicUrl())
  const link = failure instanceof NoConnection ? await offerLink?.(toolkit) : undefined
  if (!link) return outcome
  return {
    data: {
      ...outcome.data,
      redirect_url: link.url,
      connected_account_id: link.accountId,
      expires_at: link.expiresAt,
    },
    error: `${outcome.error} The user connects it at ${link.url} (until ${link.expiresAt}).${link.confirmation === 'code' ? ' Its page then shows a code for the user to tell you: give it to SVC_MANAGE_CONNECTIONS as `confirm`.' : ''}`,
  }
}

/** `undefined`: the tool needs no account. */
const chooseAccount = async (
  accounts: Accounts,
  call: ToolCall,
): Promise<ChosenAccount | ToolFailure | undefined> => {
  const needsNone = call.tool.definition.noAuth || isNoAuth(call.toolkit)
  if (needsNone && !call.accountIds) return undefined
  const { slug, name } = call.toolkit.definition
  const chosen = await accounts.choose(call.project, {
    userId: call.userId,
    toolkit: slug,
    accountIds: call.accountIds,
    authConfigId: call.authConfigId,
    forSession: call.sessionId !== undefined,
  })
  if (!chosen) {
    if (needsNone) return undefined
    if (call.accountIds) return explainAccounts(accounts, call, call.accountIds)
    return new NoConnection(
      `The user "${call.userId}" has no active connection to ${quote(name)} (toolkit "${slug}"). Connect an account of this toolkit for the user, then call the tool again.`,
      { toolkit: slug, user_id: call.userId },
    )
  }
  const allowed = chosen.authConfig.settings.toolsAvailableForExecution
  if (allowed.length > 0 && !allowed.includes(call.tool.definition.slug)) {
    return new ToolFailure(
      `The auth config ${chosen.authConfig.id} does not allow ${call.tool.definition.slug}. Use another tool of ${quote(name)}.`,
      { allowed_tools: allowed },
    )
  }
  const problem = sharedSecretProblem(
    call.toolkit.definition,
    chosen.authConfig.sharedCredentials,
    chosen.account.values,
  )
  if (problem !== undefined)
    return new ToolFailure(
      `The account ${chosen.account.id} cannot be used: ${problem}. Connect another account.`,
    )
  return chosen
}

const explainAccounts = async (
  accounts: Accounts,
  { project, userId, toolkit, sessionId }: ToolCall,
  ids: string[],
): Promise<ToolFailure> => {
  const { slug } = toolkit.definition
  const { text, suggestedFix, canReconnect } = await explainNamed(accounts, project, {
    ids,
    userId,
    toolkit: slug,
    forSession: sessionId !== undefined,
  })
  const Failure = canReconnect ? NoConnection : ToolFailure
  return new Failure(`${text}. ${suggestedFix}.`, { toolkit: slug, user_id: userId })
}

const attempt = async (
  parts: Parts,
  call: ToolCall,
  authorized: AuthorizedCall,
  server: OpenedServer | undefined,
): Promise<Outcome> => {
  try {
    checkArguments(call)
    const { account, credential } = await authorized.ready()
    const refusal = await call.beforeSend?.(account)
    if (refusal) return refusal
    const { request } = call.tool.definition
    const answer = await ('kind' in request
      ? callMcpServer(parts, call, request, { authorized, account, credential, server })
      : callHttpApi(parts, call, request, authorized, credential))
    return withoutOwnLinks(authorized.redactor().json(answer), parts.publicUrl())
  } catch (error) {
    return toOutcome(parts, toFailure(error, call), call, authorized.redactor())
  }
}

const toFailure = (error: unknown, { toolkit, userId }: ToolCall): ToolFailure => {
  if (error instanceof ToolFailure) return error
  const { slug, name } = toolkit.definition
  if (error instanceof OutboundError)
    return new ToolFailure(`${quote(name)} could not be called: ${error.message}`, {
      reason: error.kind,
    })
  if (!(error instanceof CredentialError)) throw error
  if (error.kind === 'lost')
    return new NoConnection(
      `${error.message}. Connect an account of ${quote(name)} for the user again, then call the tool again.`,
      { toolkit: slug, user_id: userId },
    )
  return new ToolFailure(`${quote(name)} was not called: ${error.message}`, {
    toolkit: slug,
    reason: `credential_${error.kind}`,
  })
}

const checkArguments = ({ tool, arguments: given }: ToolCall): void => {
  const checked = compileSchema(tool.definition.inputParameters).validate(given)
  if (checked.ok) return
  const issues = describeIssues(checked.issues)
  throw new ToolFailure(
    `The arguments of ${tool.definition.slug} are not valid: ${issues.join('; ')}. Correct them and call the tool again.`,
    { issues },
  )
}
