import { z } from 'zod'
import { authScheme } from './common.ts'
import { valuePath } from './import-trigger-request.ts'
import { mapOf } from './map-of.ts'
import { addressWithVariables as address } from './address-with-variables.ts'

const placement = z.object({
  field: z.string().min(1).max(64).describe('Field of the connected account with the value'),
  in: z
    .enum(['header', 'query', 'cookie', 'path', 'body'])
    .describe(
      '`path`: `name` is a {variable} of the base URL, which only API_KEY can fill; `body`: a property of a body in JSON or of a form',
    ),
  name: z
    .string()
    .min(1)
    .max(100)
    .regex(
      /^[!#$%&'*+.^_`|~0-9A-Za-z[\]-]+$/,
      'must be the name of a header, query parameter, cookie or property',
    ),
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
  url: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .optional()
    .describe('Where users find the value'),
  default: z.string().max(255).optional().describe('Not of a secret'),
  required: z.boolean().optional().describe('Default: true, without a default'),
  is_secret: z.boolean().optional().describe('Default: false'),
  one_of: z
    .array(z.string().min(1).max(255))
    .min(1)
    .max(50)
    .optional()
    .describe('The values that are possible'),
  starts_with: z
    .array(z.string().min(1).max(64))
    .min(1)
    .max(10)
    .optional()
    .describe('A value that begins with none of these is refused, such as ["sk_", "rk_"]'),
  pattern: z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe(
      'Pattern of the value; "*" stands for letters, digits, "-" and "_", for example "*.example.com"',
    ),
})

const parameters = mapOf(z.string().min(1).max(100), z.string().max(2000), 30)

/** A text of fields, such as `{email}/token`. */
const template = z
  .string()
  .max(500)
  .regex(/^[^\0\r\n]*$/, 'must be one line of text')

/** Fields that neither the token response nor a look-up may overwrite. */
export const ownFields = new Set([
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

const keep = mapOf(z.string().min(1).max(200), fieldName, 10).refine(
  (entries) => Object.values(entries).every((name) => !ownFields.has(name)),
  `must not name one of ${[...ownFields].join(', ')}`,
)

const oauth = z.object({
  authorization_url: address.optional().describe('Authorization endpoint'),
  token_url: address.optional().describe('Token endpoint'),
  refresh_url: address.optional().describe('Endpoint for refreshing tokens; default: token_url'),
  revocation_url: address
    .optional()
    .describe('Revocation endpoint, called when an account is deleted'),
  registration_url: address.optional().describe('DCR_OAUTH: endpoint for client registration'),
  request_token_url: address.optional().describe('OAUTH1: endpoint for request tokens'),
  issuer: address
    .optional()
    .describe('Issuer of the provider; addresses that are not set here are read from its metadata'),
  scopes: mapOf(z.string().min(1).max(255), z.string().max(1000), 5_000)
    .optional()
    .describe('Scope -> description'),
  default_scopes: z
    .array(z.string().min(1).max(255))
    .max(200)
    .optional()
    .describe('Requested if an auth config sets no scopes'),
  scope_separator: z.string().min(1).max(3).optional().describe('Default: a space'),
  user_scope_parameter: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe(
      'Parameter for scopes of the user in addition to those of the application, for example user_scope',
    ),
  client_authentication: z
    .enum(['basic', 'body', 'none', 'private_key_jwt'])
    .optional()
    .describe(
      'How the client authenticates at the token endpoint; default: basic. `private_key_jwt`: by `private_key` of the auth config (PEM, RSA) instead of a secret',
    ),
  pkce: z.boolean().optional().describe('Default: true'),
  authorization_parameters: parameters
    .optional()
    .describe('Additional parameters of the authorization URL'),
  token_parameters: parameters.optional().describe('Additional parameters of token requests'),
  refresh_parameters: parameters
    .optional()
    .describe('Additional parameters of refresh requests; default: token_parameters'),
  token_body_format: z
    .enum(['form', 'json'])
    .optional()
    .describe('Format of token requests; default: form'),
  token_path: valuePath
    .min(1)
    .optional()
    .describe(
      'Path of the object with access_token, refresh_token, expires_in and scope in the token response, such as `authed_user`; default: the root',
    ),
  token_lifetime_seconds: z
    .number()
    .int()
    .min(60)
    .max(315_360_000)
    .optional()
    .describe('Lifetime of an access token if the token response has none'),
  refresh_tokens: z
    .enum(['none', 'reusable', 'rotating'])
    .optional()
    .describe('Whether the provider issues refresh tokens, and a new one with each refresh'),
  keep: keep
    .optional()
    .describe(
      'Fields of the token answer, or paths in it such as `team.id`, to keep as fields of the account, for example {"instance_url": "base_url"}',
    ),
  keep_from_callback: keep
    .optional()
    .describe(
      'The same of the query with which the user comes back, for example {"realmId": "realm_id"}',
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
      "Additional values of an account, such as the value of a variable in the server's URL. With the name of a field of the scheme: how that one is shown and checked",
    ),
  placements: z
    .array(placement)
    .min(1)
    .max(8)
    .optional()
    .describe(
      'API_KEY; default: header X-API-Key from generic_api_key. OAUTH2, DCR_OAUTH and S2S_OAUTH2: where `access_token` goes; default: header Authorization with "Bearer "',
    ),
  basic: z
    .object({ username: template, password: template })
    .optional()
    .describe(
      'BASIC only: templates of what is sent, with {name} for fields of the account, such as {"username": "{email}/token", "password": "{api_token}"}; users enter these fields',
    ),
  applies_to: z
    .array(z.string().min(1).max(2000))
    .min(1)
    .max(500)
    .optional()
    .describe(
      'Only operations whose tag, operation id or path begins with one of these; the others need no account. Default: all, whatever the description says',
    ),
  oauth: oauth
    .optional()
    .describe('For schemes with tokens from a provider: its endpoints and peculiarities'),
})
export type ImportAuth = z.infer<typeof importAuth>
