import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { OAuthError } from './oauth-error.ts'
import type { OAuthApplication, Scope } from './application.ts'
import { readToken, signToken } from './signed-token.ts'

/** What a user granted: the user and the scopes. */
type Consent = { username: string; scopes: Scope[] }

export type TokenPair = {
  access_token: string
  refresh_token: string
  token_type: 'bearer'
  expires_in: number
  scope: string
}

export type Grants = ReturnType<typeof createGrants>

const codeLifetimeMs = 60_000
const accessLifetimeSeconds = 300

const tokenContent = z.object({
  family: z.string(),
  generation: z.int(),
  username: z.string(),
  scopes: z.array(z.enum(['calendar.read', 'calendar.write'])),
  expiresAt: z.number(),
})

type Code = Consent & {
  redirectUri: string
  challenge: string
  expiresAt: number
  family: string
  isUsed: boolean
}

/**
 * Codes and tokens of the calendar. A refresh token can be used once. If a code or refresh token is
 * used again, all tokens issued from it are revoked, because one of the two users must have stolen
 * it.
 *
 * Tokens are self-contained, so they stay valid after a restart. The list of used and revoked
 * tokens is lost with the process.
 */
export const createGrants = ({
  application,
  clock,
}: {
  application: OAuthApplication
  clock: () => Date
}) => {
  const codes = new Map<string, Code>()
  /** The current generation per token family; -1: revoked. */
  const generations = new Map<string, number>()
  const now = () => clock().getTime()

  const revokeFamily = (family: string) => void generations.set(family, -1)

  const issue = (family: string, generation: number, { username, scopes }: Consent): TokenPair => {
    generations.set(family, generation)
    const content = { family, generation, username, scopes }
    return {
      access_token: signToken(application.clientSecret, 'cala', {
        ...content,
        expiresAt: now() + accessLifetimeSeconds * 1000,
      }),
      refresh_token: signToken(application.clientSecret, 'calr', { ...content, expiresAt: 0 }),
      token_type: 'bearer',
      expires_in: accessLifetimeSeconds,
      scope: scopes.join(' '),
    }
  }

  const read = (kind: 'cala' | 'calr', token: string) =>
    tokenContent.safeParse(readToken(application.clientSecret, kind, token)).data

  return {
    issueCode: (allowed: Consent, request: { redirectUri: string; challenge: string }): string => {
      const code = randomBytes(24).toString('base64url')
      codes.set(code, {
        ...allowed,
        ...request,
        expiresAt: now() + codeLifetimeMs,
        family: randomBytes(12).toString('base64url'),
        isUsed: false,
      })
      return code
    },

    redeemCode: (
      code: string,
      { redirectUri, verifier }: { redirectUri: string; verifier: string },
    ): TokenPair => {
      const found = codes.get(code)
      if (!found) throw new OAuthError('invalid_grant', 'The code is unknown')
      if (found.isUsed) {
        revokeFamily(found.family)
        throw new OAuthError('invalid_grant', 'The code was used before; its tokens are revoked')
      }
      if (found.expiresAt <= now()) throw new OAuthError('invalid_grant', 'The code is too old')
      if (found.redirectUri !== redirectUri)
        throw new OAuthError(
          'invalid_grant',
          'The redirect_uri differs from the one that the code was issued for',
        )
      if (createHash('sha256').update(verifier).digest('base64url') !== found.challenge)
        throw new OAuthError('invalid_grant', 'The code_verifier does not match the code_challenge')
      found.isUsed = true
      return issue(found.family, 0, found)
    },

    refresh: (refreshToken: string): TokenPair => {
      const content = read('calr', refreshToken)
      if (!content) throw new OAuthError('invalid_grant', 'The refresh token is unknown')
      const current = generations.get(content.family) ?? content.generation
      if (current === -1) throw new OAuthError('invalid_grant', 'The refresh token was revoked')
      if (current !== content.generation) {
        revokeFamily(content.family)
        throw new OAuthError(
          'invalid_grant',
          'The refresh token was used before; all tokens of its family are revoked',
        )
      }
      return issue(content.family, content.generation + 1, content)
    },

    /** Returns the user of an access token; undefined if it is unknown, expired or revoked. */
    open: (accessToken: string): Consent | undefined => {
      const content = read('cala', accessToken)
      return content && content.expiresAt > now() && generations.get(content.family) !== -1
        ? content
        : undefined
    },

    /** As RFC 7009 requires: revoking an unknown token succeeds. */
    revoke: (token: string): void => {
      const content = read('calr', token) ?? read('cala', token)
      if (content) revokeFamily(content.family)
    },
  }
}
