import { hash } from 'node:crypto'
import type { ChosenAccount, Credential } from '../../accounts/index.ts'
import { canonicalJson } from '../../platform/canonical-json.ts'
import type { ToolCall } from '../execute-tool.ts'
import type { OpenedServer } from './open-server.ts'

type Speaker = {
  account: ChosenAccount | undefined
  credential: Credential | undefined
  server: Pick<OpenedServer, 'url' | 'headers'>
}

/**
 * Identifies the calls that may share a session with an MCP server: same user, account, credential
 * and version of the toolkit.
 */
export const sessionKey = (
  { project, toolkit, userId }: ToolCall,
  { account, credential, server }: Speaker,
): string => {
  const whom = [userId, account?.account.id ?? null, credential ?? null]
  return hash(
    'sha256',
    canonicalJson([
      project.id,
      toolkit.definition.slug,
      toolkit.version,
      server.url,
      server.headers,
      whom,
    ]),
    'base64url',
  )
}
