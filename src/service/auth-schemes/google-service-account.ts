import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import { applyAccessToken, grantAccessToken, tokenValues } from './access-token.ts'
import { scopeText } from './oauth2/parameters.ts'
import { credentialField, scopesField } from './fields.ts'
import { providerAddress } from './provider-address.ts'
import { rsaPrivateKey, signAssertion } from './assertion.ts'
import {
  GrantError,
  textOf,
  type AccountValues,
  type GrantContext,
  type Granted,
  type Scheme,
} from './scheme.ts'
import { requestToken, toGrantError } from './token-response.ts'

/**
 * A service account with a key file in Google's format, which signs its own assertions (RFC 7523).
 */
export const googleServiceAccount: Scheme = {
  define: ({ oauth = {} }) => ({
    authConfigFields: [scopesField()],
    accountFields: [
      credentialField(
        'credentials_json',
        'Key file',
        "The content of the service account's JSON key file",
      ),
      // Only the project may set it: a user who chooses the subject could act for anybody that the
      // service account may act for.
      credentialField(
        'subject',
        'Subject',
        'The user to act for, if the service account is allowed to',
        {
          required: false,
          isSecret: false,
          userVisible: false,
        },
      ),
    ],
    oauth,
  }),
  provider: {
    addresses: [],
    hasMetadata: false,
    exchangedFields: ['credentials_json', 'subject'],
    hasToolScopes: false,
  },
  credentialValues: [...tokenValues, 'credentials_json'],
  check: (_definition, values) => {
    const file = readKeyFile(values)
    return 'problem' in file ? [`credentials_json ${file.problem}`] : []
  },
  apply: applyAccessToken,
  obtain: async (context) => exchange(context),
}

const googleTokenUrl = 'https://oauth2.googleapis.com/token'
const longestSeconds = 3600
/** The provider's clock may be this far behind. */
const skewSeconds = 60

const exchange = async (context: GrantContext): Promise<Granted> => {
  const {
    definition: { oauth },
    client,
    values,
    now,
  } = context
  const file = readKeyFile(values)
  if ('problem' in file) throw new GrantError('lost', `credentials_json ${file.problem}`)
  // The file contains an address too, but its author must not choose where the assertion is sent.
  const url = providerAddress(
    context,
    oauth?.tokenUrl ?? googleTokenUrl,
    'for token requests (tokenUrl)',
  )
  const scope = scopeText(client['scopes'], oauth?.scopeSeparator)
  const assertion = await signAssertion(file.key, {
    issuer: file.clientEmail,
    issuedAt: new Date(now.getTime() - skewSeconds * 1000),
    lifetimeSeconds: Math.min(oauth?.assertion?.lifetimeSeconds ?? longestSeconds, longestSeconds),
    audience: oauth?.assertion?.audience ?? url,
    // The subject of the auth config applies to all of its accounts.
    subject: textOf(client, 'subject') ?? textOf(values, 'subject'),
    claims: scope === undefined ? {} : { scope },
    keyId: file.keyId,
  })
  const answer = await requestToken(context, {
    method: 'POST',
    url,
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      ...oauth?.tokenParameters,
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion,
    }).toString(),
  })
  if (answer.fields['error'] === 'invalid_grant')
    throw toGrantError('lost', 'The provider rejected the key of the service account', answer)
  if (answer.status >= 300)
    throw toGrantError(
      'misconfigured',
      'The provider issued no token for the service account: check its scopes and whether it may act for its subject',
      answer,
    )
  return grantAccessToken(answer, now)
}

type KeyFile = { clientEmail: string; key: KeyObject; keyId: string | undefined }

const keyFile = z.object({
  client_email: z.string().min(1),
  private_key: z.string().min(1),
  private_key_id: z.string().min(1).optional().catch(undefined),
})

const readKeyFile = (values: AccountValues): KeyFile | { problem: string } => {
  const text = textOf(values, 'credentials_json')
  if (text === undefined) return { problem: 'is required' }
  const parsed = keyFile.safeParse(parseJson(text))
  if (!parsed.success)
    return { problem: 'must be the content of a JSON key file with client_email and private_key' }
  const key = rsaPrivateKey(parsed.data.private_key)
  return 'problem' in key
    ? { problem: `has a private_key that ${key.problem}` }
    : { clientEmail: parsed.data.client_email, key, keyId: parsed.data.private_key_id }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
