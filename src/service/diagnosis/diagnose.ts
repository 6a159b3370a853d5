import type { Diagnosis, ImportWarning } from '../../contract/toolkits.ts'
import type { Accounts, ChosenAccount } from '../accounts/index.ts'
import { applicationProblem, type AuthConfigs } from '../auth-configs/index.ts'
import { isNoAuth, verdictOf, type Catalog, type Toolkit } from '../catalog/index.ts'
import type { Project } from '../endpoint/index.ts'
import type { ExecuteTool, VerifyAccount } from '../execution/index.ts'
import type { Clock } from '../platform/clock.ts'
import { chooseCall } from './choose-call.ts'

export type DiagnoseParts = {
  catalog: Catalog
  authConfigs: AuthConfigs
  accounts: Accounts
  executeTool: ExecuteTool
  verifyAccount: VerifyAccount
  clock: Clock
}

type Options = { userId: string | undefined; mayCall: boolean; signal: AbortSignal }

export type Diagnose = ReturnType<typeof createDiagnose>

const accountsAtMost = 20

/** Collects what is known to be wrong with a toolkit, then tries it with the user's account. */
export const createDiagnose =
  (parts: DiagnoseParts) =>
  async (project: Project, slug: string, options: Options): Promise<Diagnosis> => {
    const toolkit = await parts.catalog.getToolkit(project, slug)
    const { userId, mayCall } = options
    const accounts = userId === undefined ? [] : await listAccounts(parts, project, slug, userId)
    const known = [
      ...(toolkit.definition.warnings ?? []),
      ...(await applicationProblems(parts, project, toolkit)),
      ...(userId === undefined ? [] : accountProblems(toolkit, userId, accounts)),
    ]
    const usable = accounts.find(({ account, authConfig }) => isUsable(account, authConfig))
    const call =
      mayCall && userId !== undefined && (usable || isNoAuth(toolkit))
        ? await tryCall(parts, project, toolkit, { ...options, userId, chosen: usable })
        : null
    const problems = blockingFirst([...known, ...callProblems(call)])
    return {
      toolkit: { slug, version: toolkit.version },
      verdict: verdictOf(problems),
      problems,
      accounts: accounts.map(({ account, authConfig }) => ({
        id: account.id,
        status: account.status,
        status_reason: account.statusReason,
        auth_config: { id: authConfig.id, auth_scheme: authConfig.scheme.mode },
      })),
      call,
    }
  }

const listAccounts = async (
  { accounts }: DiagnoseParts,
  project: Project,
  toolkit: string,
  userId: string,
): Promise<ChosenAccount[]> => {
  const { items } = await accounts.list(
    project,
    { userIds: [userId], toolkits: [toolkit] },
    { by: 'created_at', direction: 'desc' },
    { limit: accountsAtMost },
  )
  return items
}

const isUsable = (
  { status, isDisabled }: ChosenAccount['account'],
  { status: configured }: ChosenAccount['authConfig'],
): boolean => status === 'ACTIVE' && !isDisabled && configured === 'ENABLED'

/** A toolkit that also takes keys can be used without an application. */
const applicationProblems = async (
  { authConfigs, clock }: DiagnoseParts,
  project: Project,
  { definition: { slug, authSchemes } }: Toolkit,
): Promise<ImportWarning[]> => {
  const needing = authSchemes.filter(({ authConfigFields }) =>
    authConfigFields.some(
      ({ name, required }) => required && /^(client_id|consumer_key)$/.test(name),
    ),
  )
  if (needing.length === 0) return []
  const isSetUp = (await authConfigs.listEnabled(project, [slug])).some(
    (authConfig) =>
      needing.some(({ mode }) => mode === authConfig.scheme.mode) &&
      applicationProblem(authConfig, clock.now()) === undefined,
  )
  if (isSetUp) return []
  return [
    {
      code: 'no_application',
      blocking: needing.length === authSchemes.length,
      message: `No OAuth application is set up, so no user can agree at the provider (${needing.map(({ mode }) => mode).join(', ')})`,
      fix: `Run: plugboard toolkits setup ${slug}`,
    },
  ]
}

const accountProblems = (
  toolkit: Toolkit,
  userId: string,
  accounts: ChosenAccount[],
): ImportWarning[] => {
  const { slug } = toolkit.definition
  if (
    isNoAuth(toolkit) ||
    accounts.some(({ account, authConfig }) => isUsable(account, authConfig))
  )
    return []
  const fix = `Run: plugboard connect ${slug} --user ${userId}`
  const [newest] = accounts
  if (!newest)
    return [
      { code: 'no_account', blocking: true, message: `The user has no account of ${slug}`, fix },
    ]
  const { account, authConfig } = newest
  const reason =
    authConfig.status === 'ENABLED'
      ? account.isDisabled
        ? 'it is disabled'
        : `it is ${account.status}${account.statusReason === null ? '' : ` (${account.statusReason})`}`
      : `its auth config ${authConfig.id} is disabled`
  return [
    {
      code: 'account_unusable',
      blocking: true,
      message: `The user's newest account ${account.id} cannot be used: ${reason}`,
      fix,
    },
  ]
}

type Trial = Options & { userId: string; chosen: ChosenAccount | undefined }

/** The request by which the recipe has accounts verified, or a call of a tool. */
const tryCall = async (
  parts: DiagnoseParts,
  project: Project,
  toolkit: Toolkit,
  trial: Trial,
): Promise<Diagnosis['call']> => {
  const { chosen, signal } = trial
  const verified = chosen && (await parts.verifyAccount(project, toolkit, chosen, signal))
  if (!verified) return tryTool(parts, project, toolkit, trial)
  const { request, error, identity } = verified
  return {
    tool_slug: null,
    request,
    connected_account_id: chosen.account.id,
    successful: error === null,
    error,
    identity,
    log_id: null,
  }
}

const tryTool = async (
  { catalog, executeTool }: DiagnoseParts,
  project: Project,
  toolkit: Toolkit,
  { userId, chosen, signal }: Trial,
): Promise<Diagnosis['call']> => {
  const allowed = chosen?.authConfig.settings.toolsAvailableForExecution ?? []
  const tool = await chooseCall(catalog, project, toolkit, allowed)
  if (!tool) return null
  const { error, logId } = await executeTool({
    project,
    toolkit,
    tool,
    arguments: {},
    userId,
    accountIds: chosen && [chosen.account.id],
    signal,
  })
  return {
    tool_slug: tool.definition.slug,
    request: null,
    connected_account_id: chosen?.account.id ?? null,
    successful: error === null,
    error,
    identity: null,
    log_id: logId,
  }
}

const callProblems = (call: Diagnosis['call']): ImportWarning[] =>
  call === null || call.successful
    ? []
    : [
        {
          code: 'call_failed',
          blocking: true,
          message: `${call.tool_slug ?? call.request} failed: ${call.error ?? 'for no stated reason'}`,
          fix:
            call.log_id === null
              ? 'Correct what the message names, then try again'
              : `Look at the request and the answer: plugboard api logs.get ${call.log_id}`,
        },
      ]

const blockingFirst = (problems: ImportWarning[]): ImportWarning[] => [
  ...problems.filter(({ blocking }) => blocking),
  ...problems.filter(({ blocking }) => !blocking),
]
