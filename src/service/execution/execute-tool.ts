import type { Paging } from '../../contract/paging.ts'
import type { Select, Selection } from '../../contract/select.ts'
import {
  CredentialError,
  type Accounts,
  type ChosenAccount,
  type LinkSession,
} from '../accounts/index.ts'
import { isNoAuth, type Catalog, type CatalogTool, type Toolkit } from '../catalog/index.ts'
import type { ByteLease } from '../platform/byte-budget.ts'
import { OutboundError } from '../platform/outbound/index.ts'
import type { Projector } from '../platform/projection/index.ts'
import type { Redactor } from '../platform/redaction/index.ts'
import type { TraceContext } from '../platform/trace-context.ts'
import type { Project } from '../endpoint/index.ts'
import { ServiceError } from '../service-error.ts'
import { withoutServiceLinks } from '../third-party/index.ts'
import { sharedSecretProblem } from './account-servers.ts'
import type { NextPage, Patience, ToolPage } from './answers/index.ts'
import { fetchPages, rejectAllPages } from './fetch-pages.ts'
import { callHttpApi, type PageRequest } from './call-http-api.ts'
import { callGraphQlApi, type GraphQlCallParts } from './graphql-request/index.ts'
import {
  callMcpServer,
  openServer,
  type McpCallParts,
  type OpenedServer,
} from './mcp-request/index.ts'
import type { CustomCall } from './custom-call.ts'
import { explainNamed } from './explain-named.ts'
import { readArguments } from './read-arguments.ts'
import { authorizeCall, type AuthorizedCall } from './send-authorized.ts'
import { checkSelect, selectFrom } from './select-from.ts'
import type { SendingParts } from './sending-parts.ts'
import { supplyArguments } from './supply-arguments.ts'
import { NoConnection, ToolFailure } from './tool-failure.ts'
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
   * returns replaces the call. The arguments are those that are sent.
   */
  beforeSend?:
    | ((
        chosen: ChosenAccount | undefined,
        toolArguments: Record<string, unknown>,
      ) => Promise<{ data: Record<string, unknown>; error: string } | undefined>)
    | undefined
  /** Gather all pages of the answer. */
  all?: boolean | undefined
  /** Answer only these parts of a successful answer. */
  select?: Select | undefined
  signal?: AbortSignal | undefined
  /** Propagated to the third party. */
  trace?: TraceContext | undefined
}

/** The result of every execution: `error` is null exactly when it succeeded. */
export type ToolOutcome = Outcome & {
  logId: string | null
  /** Whether anything was sent to the third party. */
  wasSent: boolean
  /** The arguments that came as texts of JSON, and were parsed. */
  parsedArguments?: string[] | undefined
}

export type ExecuteTool = (call: ToolCall) => Promise<ToolOutcome>

type Parts = SendingParts &
  McpCallParts &
  GraphQlCallParts & {
    accounts: Accounts
    catalog: Pick<Catalog, 'namesOf'>
    patience: Patience
    projector: Projector
  }

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
      return await parts.logs.during(() => executeWithin(parts, call, lease))
    } finally {
      lease.release()
    }
  }

const executeWithin = async (
  parts: Parts,
  given: ToolCall,
  lease: ByteLease,
): Promise<ToolOutcome> => {
  const { value, parsed, failure: invalid } = readArguments(given.tool, given.arguments)
  const call = { ...given, arguments: value }
  const startedAt = parts.clock.now()
  const started = performance.now()
  const chosen = call.custom ? undefined : await chooseAccount(parts, call)
  const { definition } = call.tool
  const egress = {
    purpose: definition.request.kind === 'mcp' ? 'mcp' : 'tool',
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
      request: {
        arguments: call.arguments,
        version: call.tool.version,
        ...(call.all && { all: true }),
        ...(call.select !== undefined && { select: call.select }),
      },
      schema: definition.inputParameters,
      response: data,
      sent: authorized.sent,
      trace: call.trace,
      redactor: authorized.redactor(),
    })
  const failure = chosen instanceof ToolFailure ? chosen : invalid
  const outcome = await (
    failure
      ? toOutcome(parts, failure, call, authorized.redactor())
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
  // The log has the whole answer.
  const logId = await write(outcome)
  return {
    ...(await selectFrom(parts.projector, call, outcome)),
    logId,
    wasSent: authorized.hasSent(),
    ...(parsed && { parsedArguments: parsed }),
  }
}

export type Outcome = {
  data: Record<string, unknown>
  error: string | null
  /** Where there are more pages, or pages were gathered. */
  paging?: Paging | undefined
  /** Where `select` took nothing, or could not be applied. */
  selection?: Selection | undefined
  /** The data that nothing was selected from. */
  whole?: Record<string, unknown> | undefined
}

/**
 * The message may quote a third party, so the service's link is added after the text is cleaned.
 */
const toOutcome = async (
  { publicUrl }: Pick<Parts, 'publicUrl'>,
  failure: ToolFailure,
  { offerLink, toolkit }: ToolCall,
  redactor: Redactor,
): Promise<{ data: Record<string, unknown>; error: string }> => {
  const outcome = withoutServiceLinks(redactor.json(failure.toOutcome()), publicUrl())
  if (!(failure instanceof NoConnection)) return outcome
  const link = await offerLink?.(toolkit).catch(asReason)
  if (link === undefined) return outcome
  if (typeof link === 'string')
    return { ...outcome, error: `${outcome.error} No link could be made for that: ${link}.` }
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

/** Of a link that is refused: the failure that it was for may be that of a call that was sent. */
const asReason = (error: unknown): string => {
  if (error instanceof ServiceError) return error.message
  throw error
}

/** `undefined`: the tool needs no account. */
const chooseAccount = async (
  { accounts, catalog }: Pick<Parts, 'accounts' | 'catalog'>,
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
  if (!(await isAllowed(catalog, call, allowed))) {
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

/** The list may name the tool by a slug that it had before; an empty one allows all. */
const isAllowed = async (
  catalog: Pick<Catalog, 'namesOf'>,
  { project, tool }: ToolCall,
  allowed: readonly string[],
): Promise<boolean> => {
  const { slug } = tool.definition
  if (allowed.length === 0 || allowed.includes(slug)) return true
  const names = (await catalog.namesOf(project, [slug])).get(slug) ?? []
  return names.some((name) => allowed.includes(name))
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
    rejectAllPages(call)
    checkSelect(parts.projector, call)
    const { account, credential } = await authorized.ready()
    const refusal = await call.beforeSend?.(account, call.arguments)
    if (refusal) return refusal
    const authority = { authorized, account, credential, server }
    const answer = await fetchPages(call, {
      timeoutMs: parts.timeoutMs,
      ask: (next, timeoutMs) => send(parts, call, authority, next, timeoutMs),
      explain: (error) => toFailure(error, call, authorized).message,
    })
    return withoutServiceLinks(authorized.redactor().json(answer), parts.publicUrl())
  } catch (error) {
    return toOutcome(parts, toFailure(error, call, authorized), call, authorized.redactor())
  }
}

/** Asks for one page: the first one, or the next of another. */
const send = (
  parts: Parts,
  call: ToolCall,
  authority: Parameters<typeof callMcpServer>[3],
  next: NextPage | undefined,
  timeoutMs: number,
): Promise<ToolPage> => {
  const { request } = call.tool.definition
  const asked = next && 'arguments' in next ? next.arguments : call.arguments
  const supplied = supplyArguments({ ...call, arguments: asked }, authority.credential)
  const complete = { ...call, arguments: supplied }
  const page: PageRequest = { asked, timeoutMs, ...(next && 'url' in next && { url: next.url }) }
  switch (request.kind) {
    case 'mcp':
      return callMcpServer(parts, complete, request, authority, page)
    case 'graphql':
      return callGraphQlApi(parts, complete, request, authority, page)
    case undefined:
      return callHttpApi(parts, complete, request, authority, page)
    default:
      return request satisfies never
  }
}

const toFailure = (
  error: unknown,
  { toolkit, userId }: ToolCall,
  { hasSent }: Pick<AuthorizedCall, 'hasSent'>,
): ToolFailure => {
  if (error instanceof ToolFailure) return error
  const { slug, name } = toolkit.definition
  if (error instanceof OutboundError && error.kind === 'aborted')
    return toCancelled(name, hasSent())
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

const toCancelled = (name: string, wasSent: boolean): ToolFailure =>
  new ToolFailure(
    wasSent
      ? `The call of ${quote(name)} was cancelled after it was sent and before it was answered, so it may have taken effect. It is not made again by itself: check whether it did before you call the tool again.`
      : `The call of ${quote(name)} was cancelled before anything was sent.`,
    { status: 'cancelled', was_sent: wasSent },
  )
