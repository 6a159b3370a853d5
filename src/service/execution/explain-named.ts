import { whyUnusable, type Accounts } from '../accounts/index.ts'

/** Accounts that a call names, and the user to whom they must belong. */
type NamedAccounts = {
  ids: string[]
  userId: string
  toolkit: string
  /**
   * The caller may know only this user's accounts: another user's account is treated as unknown.
   */
  forSession: boolean
}

type Explanation = {
  /** One sentence, or two. */
  text: string
  suggestedFix: string
  /** The user has none of these accounts. */
  isUnknown: boolean
  /** The user can connect one of them again. */
  canReconnect: boolean
}

const mostExplained = 5

/** Explains why none of the named accounts can be used. */
export const explainNamed = async (
  accounts: Pick<Accounts, 'listNamed'>,
  project: Parameters<Accounts['listNamed']>[0],
  named: NamedAccounts,
): Promise<Explanation> => {
  const ids = [...new Set(named.ids)].slice(0, mostExplained)
  const found = new Map(
    (await accounts.listNamed(project, ids)).map((chosen) => [chosen.account.id, chosen]),
  )
  const reasons = ids.map((id) => {
    const chosen = found.get(id)
    const isOthers = chosen !== undefined && chosen.account.userId !== named.userId
    if (!chosen || (isOthers && named.forSession))
      return unknown(`The user "${named.userId}" has no connected account ${id}`)
    if (isOthers)
      return unknown(`The connected account ${id} belongs to another user than "${named.userId}"`)
    if (chosen.account.toolkit !== named.toolkit)
      return unknown(
        `The connected account ${id} is one of the toolkit "${chosen.account.toolkit}", not of "${named.toolkit}"`,
      )
    const unusable = whyUnusable(chosen, named)
    if (!unusable)
      return {
        text: `The connected account ${id} could not be used just now`,
        suggestedFix: 'Try again',
        isUnknown: false,
        canReconnect: false,
      }
    return { ...unusable, text: `The connected account ${id} ${unusable.why}`, isUnknown: false }
  })
  return {
    text: reasons.map(({ text }) => text).join('. '),
    suggestedFix: [...new Set(reasons.map(({ suggestedFix }) => suggestedFix))].join('. '),
    isUnknown: reasons.every(({ isUnknown }) => isUnknown),
    canReconnect: reasons.some(({ canReconnect }) => canReconnect),
  }
}

const unknown = (text: string): Explanation => ({
  text,
  suggestedFix: 'Name an account of this user and toolkit, or none',
  isUnknown: true,
  canReconnect: false,
})
