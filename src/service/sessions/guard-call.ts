import type { Approval } from '../../contract/session-approvals.ts'
import type { Accounts, ChosenAccount } from '../accounts/index.ts'
import { listSome } from '../platform/list-some.ts'
import type { Approvals, Verdict } from '../approvals/index.ts'
import type { FoundTool } from './find-tool.ts'
import { quote } from '../platform/quote.ts'
import { listCandidates } from './session-accounts.ts'
import type { OpenSession } from './session.ts'

type CallToGuard = FoundTool & {
  arguments: Record<string, unknown>
  /** The account named by the call. */
  account: string | undefined
  /** Whether all pages are gathered. */
  all?: boolean | undefined
  /** The account that the call would use. */
  chosen: ChosenAccount | undefined
}

type Refusal = { data: Record<string, unknown>; error: string }

/** Returns the reason why a call must not be sent yet, or undefined if it may. */
export const guardCall = async (
  parts: { accounts: Accounts; approvals: Approvals },
  session: OpenSession,
  call: CallToGuard,
): Promise<Refusal | undefined> =>
  (await rejectAmbiguous(parts.accounts, session, call)) ??
  (await rejectUnapproved(parts.approvals, session, call))

const rejectAmbiguous = async (
  accounts: Accounts,
  session: OpenSession,
  { toolkit, account, chosen }: CallToGuard,
): Promise<Refusal | undefined> => {
  if (!session.config.multi_account?.require_explicit_selection || account !== undefined || !chosen)
    return undefined
  const candidates = await listCandidates(accounts, session, toolkit.definition.slug, undefined)
  if (candidates.length < 2) return undefined
  return {
    data: {
      connected_accounts: candidates.map(({ account: { id, createdAt } }) => ({
        id,
        created_at: createdAt,
      })),
    },
    error: `The user has ${candidates.length} connected accounts of ${quote(toolkit.definition.name)}: ${listSome(candidates.map((candidate) => candidate.account.id))}. Ask which one is meant and call the tool again with it as \`account\`.`,
  }
}

const rejectUnapproved = async (
  approvals: Approvals,
  session: OpenSession,
  { tool, ...call }: CallToGuard,
): Promise<Refusal | undefined> => {
  if (
    !session.policy.requiresApproval({
      slug: tool.definition.slug,
      toolkit: tool.toolkit,
      tags: tool.definition.tags,
    })
  )
    return undefined
  if (call.all)
    return {
      data: {},
      error: `Each call of ${tool.definition.slug} needs an approval, so its pages cannot be gathered with \`all\`. Call it without, page by page.`,
    }
  const verdict = await approvals.claim(
    session.project,
    {
      sessionId: session.id,
      userId: session.config.user_id,
      toolSlug: tool.definition.slug,
      toolkit: tool.toolkit,
      version: tool.version,
      accountId: call.chosen?.account.id ?? null,
      arguments: call.arguments,
    },
    {
      proof:
        session.config.approvals?.offer_links === false
          ? null
          : (session.config.approvals?.proof ?? 'link'),
    },
  )
  return verdict.granted ? undefined : toRefusal(verdict)
}

const toRefusal = ({ approval, usedAt }: Extract<Verdict, { granted: false }>): Refusal => {
  const { approval_id, tool_slug, expires_at } = approval
  if (approval.status === 'denied') {
    return {
      data: { status: 'denied', approval_id, tool_slug, expires_at },
      error: `The user denied this call of ${tool_slug}, so it was not made. Do not repeat it; ask the user what to do instead.`,
    }
  }
  return {
    data: { status: 'pending_approval', approval_id, tool_slug, expires_at },
    error: `${earlierUse(approval, usedAt)}The user must approve this call of ${tool_slug} (approval ${approval_id}, until ${expires_at}); nothing was sent. Make exactly the same call again once it is approved.`,
  }
}

const earlierUse = ({ tool_slug }: Approval, usedAt: string | null): string =>
  usedAt === null
    ? ''
    : `The same call of ${tool_slug} was approved before and made at ${usedAt}; each approval is valid for one call. `
