import { z } from 'zod'
import { authScheme } from './common.ts'
import { mapOf } from './map-of.ts'

const placement = z.object({
  field: z.string().min(1).max(64).describe('Field of the connected account that holds the value'),
  in: z.enum(['header', 'query', 'cookie']),
  name: z
    .string()
    .min(1)
    .max(100)
    .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z[\]-]+$/, 'must be a header, query or cookie name'),
  prefix: z.string().max(64).optional().describe('Written before the value, for example "token "'),
})

const fieldName = z
  .string()
  .max(64)
  .regex(/^[0-9A-Za-z_.-]{1,64}$/, 'must be letters, digits, "_", "." and "-"')

const accountField = z.object({
  name: fieldName,
  display_name: z.string().min(1).max(100).optional(),
  description: z.string().max(1000).optional(),
  required: z.boolean().optional().describe('Default: true'),
  is_secret: z.boolean().optional().describe('Default: false'),
  pattern: z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe(
      'What the value must look like; "*" stands for letters, digits, "-" and "_", for example "*.example.com"',
    ),
})

/** Checks that the text is a valid URL once each `{variable}` is replaced by letters. */
const isAddress = (text: string): boolean => {
  const filled = text
    .replace(/^\{[^{}/]+\}/, 'https://variable')
    .replaceAll(/\{[0-9A-Za-z_.-]+\}/g, 'variable')
  const url = URL.parse(filled)
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    !/[{}#\s\\]/.test(filled)
  )
}

const address = z
  .string()
  .min(1)
  .max(2000)
  .refine(
    isAddress,
    'must be an absolute http(s) address without user name, password and fragment; {variables} are filled from the fields of the account',
  )

const parameters = mapOf(z.string().min(1).max(100), z.string().max(2000), 30)

/** Fields that the token response must not overwrite. */
const ownFields = new Set([
  'access_token',
  'refresh_token',
  'id_token',
  'token_type',
  'client_id',
  'client_secret',
  'expires_at',
  'expires_in',
  'status',
  'authed_user',
])

const keep = mapOf(z.string().min(1).max(100), fieldName, 10).refine(
  (entries) => Object.values(entries).every((name) => !ownFields.has(name)),
  `must not name one of ${[...ownFields].join(', ')}`,
)

const oauth = z.object({
  authorization_url: address.optional().describe('Where users agree'),
  token_url: address.optional().describe('Where tokens are given'),
  refresh_url: address.optional().describe('Where tokens are renewed; default: token_url'),
  revocation_url: address
    .optional()
    .describe('Where tokens are revoked when an account is deleted'),
  registration_url: address.optional().describe('DCR_OAUTH: where clients register'),
  request_token_url: address.optional().describe('OAUTH1: where an authorization begins'),
  issuer: address
    .optional()
    .describe(
      'What the provider calls itself; its other addresses are read from what it publishes, where they are not given here',
    ),
  scopes: mapOf(z.string().min(1).max(255), z.string().max(1000), 5_000)
    .optional()
    .describe('Scope -> what it allows'),
  scope_separator: z.string().min(1).max(3).optional().describe('Default: a blank'),
  user_scope_parameter: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe(
      'Parameter that asks for scopes of the user beside those of the application, for example user_scope',
    ),
  client_authentication: z
    .enum(['basic', 'body', 'none', 'private_key_jwt'])
    .optional()
    .describe(
      'How the client proves itself where tokens are given; default: basic. `private_key_jwt`: by `private_key` of the auth config (PEM, RSA) instead of a secret',
    ),
  pkce: z.boolean().optional().describe('Default: true'),
  authorization_parameters: parameters
    .optional()
    .describe('Further parameters of the authorization address'),
  token_parameters: parameters.optional().describe('Further parameters of requests for tokens'),
  keep: keep
    .optional()
    .describe(
      'Fields of the token answer to keep as fields of the account, for example {"instance_url": "base_url"}',
    ),
  assertion: z
    .object({
      audience: z.string().min(1).max(2000).optional(),
      lifetime_seconds: z.number().int().min(1).max(3600).optional(),
    })
    .optional()
    .describe('Service accounts: the JWT that they sign'),
})

/** How accounts of an imported toolkit authenticate if its description does not define it. */
export const importAuth = z.object({
  scheme: authScheme,
  name: z.string().max(100).optional(),
  fields: z
    .array(accountField)
    .max(20)
    .optional()
    .describe(
      "Further values that an account gives, such as the one that fills a variable of the server's address",
    ),
  placements: z
    .array(placement)
    .min(1)
    .max(8)
    .optional()
    .describe('API_KEY only; default: header X-API-Key from generic_api_key'),
  oauth: oauth
    .optional()
    .describe(
      'The schemes that get tokens from a provider: its addresses, and what is peculiar to it',
    ),
})
export type ImportAuth = z.infer<typeof importAuth>
