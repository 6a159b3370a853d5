import type { Credential } from '../accounts/index.ts'
import { isNoAuth } from '../catalog/index.ts'
import type { ToolCall } from './execute-tool.ts'

/** What a caller can do about an API that answers 401. */
export const describeUnauthorized = (
  { toolkit, custom, sessionId, offerLink }: ToolCall,
  used: { accountId: string | undefined; credential: Credential | undefined },
): string => {
  if (custom) return 'The credentials that came with the call were refused.'
  const { accountId, credential } = used
  if (accountId === undefined || !credential)
    return isNoAuth(toolkit)
      ? 'This toolkit sends no credentials: import it again with `auth`, and connect an account.'
      : 'No credentials were sent, since the tool is described as one that needs none: name a connected account in the call, or import the toolkit again with `auth`.'
  const refused = `The ${nounOf(credential)} of the connected account ${accountId} was refused.`
  if (sessionId === undefined)
    return `${refused} Have its user connect an account again: POST /api/v3/connected_accounts/link makes the page.`
  return offerLink
    ? `${refused} Have the user connect an account again: SVC_MANAGE_CONNECTIONS with \`reinitiate\` makes the link.`
    : `${refused} Ask the user to connect an account again.`
}

const nounOf = ({ scheme: { mode } }: Credential): string => {
  switch (mode) {
    case 'API_KEY':
      return 'key'
    case 'BEARER_TOKEN':
      return 'token'
    case 'BASIC':
      return 'user name or password'
    default:
      return 'credential'
  }
}
