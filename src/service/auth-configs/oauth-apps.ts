import { z } from 'zod'

const label = '[a-z0-9]([a-z0-9-]*[a-z0-9])?'
const hostPattern = new RegExp(
  `^(https?://)?${label}(\\.${label})*(:\\d{1,5})?$|^\\*(\\.${label}){2,}(:\\d{1,5})?$`,
)

const oauthApp = z.strictObject({
  client_id: z.string().min(1).max(1000),
  client_secret: z.string().min(1).max(10_000),
  scopes: z
    .union([z.string().max(10_000), z.array(z.string().min(1).max(500)).max(500)])
    .optional(),
  auth_scheme: z.enum(['OAUTH2', 'OAUTH1']).default('OAUTH2'),
  hosts: z
    .array(
      z
        .string()
        .max(255)
        .regex(
          hostPattern,
          'must be a host such as "login.example.com", "*.example.com" or "http://localhost:8080", in lower case',
        ),
    )
    .min(1),
})

/**
 * An OAuth application that the operator of the service registered with a provider, for whatever
 * project uses the toolkit.
 *
 * `hosts` are the provider's own: a project imports toolkits as it likes, and must not be sent the
 * secret by one with other addresses.
 */
export type OAuthApp = z.output<typeof oauthApp>

/** By the slug of the toolkit. */
export type OAuthApps = Readonly<Record<string, OAuthApp>>

/** What the file of PLUGBOARD_OAUTH_APPS holds. */
export const oauthApps = z.record(
  z.string().regex(/^[a-z0-9_-]{1,64}$/, 'must be the slug of a toolkit, in lower case'),
  oauthApp,
)
