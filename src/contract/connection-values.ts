import { z } from 'zod'
import { jsonValueInput, looseInput } from './json-input.ts'
import { settingLimits } from './json-limits.ts'

const text = z.string().max(65_536)

const named = <const Name extends string>(
  names: readonly Name[],
  field: z.ZodType<string> = text,
) =>
  Object.fromEntries(names.map((name) => [name, field.optional()])) as Record<
    Name,
    z.ZodOptional<z.ZodType<string>>
  >

/** Values that fill the variables in a toolkit's URLs. */
const places = named([
  'subdomain',
  'your-domain',
  'region',
  'shop',
  'account_url',
  'COMPANYDOMAIN',
  'extension',
  'form_api_base_url',
  'instanceEndpoint',
  'api_url',
  'vendor_dashboard_url',
  'proxy_username',
  'proxy_password',
  'domain',
  'version',
  'dc',
  'site_name',
  'instanceName',
  'account_id',
  'your_server',
  'server_location',
  'base_url',
])

const exchange = named([
  'oauth_token',
  'oauth_token_secret',
  'oauth_verifier',
  'consumer_key',
  'redirectUrl',
  'callback_url',
  'authUri',
  'callbackUrl',
  'error',
  'error_description',
  'expired_at',
  'state_prefix',
  'code_verifier',
  'finalRedirectUri',
  'svc_link_redirect_url',
  'sessionId',
  'devKey',
])

const credentials = named([
  'access_token',
  'webhook_signature',
  'id_token',
  'token_type',
  'generic_api_key',
  'api_key',
  'bearer_token',
  'basic_encoded',
  'username',
  'password',
  'token',
  'credentials_json',
  'application_id',
  'installation_id',
  'private_key',
  'expires_at',
  'client_id',
  'client_secret',
])

export const connectionFields = {
  ...places,
  ...exchange,
  ...credentials,
  long_redirect_url: z.boolean().optional().describe('Return the provider URL instead of a link'),
  client_id_issued_at: z.number().optional(),
  client_secret_expires_at: z.number().optional(),
  refresh_token: text.nullish(),
  expires_in: jsonValueInput(settingLimits).optional(),
  scope: jsonValueInput(settingLimits).optional(),
  authed_user: looseInput(
    { access_token: text.optional(), scope: text.optional() },
    { ...settingLimits, values: 1_000 },
  ).optional(),
}

/**
 * The values of a connection (spec 2.4), all optional. The auth scheme and the toolkit define which
 * ones are required. A toolkit can add fields.
 */
export const connectionValues = looseInput(connectionFields, settingLimits)
