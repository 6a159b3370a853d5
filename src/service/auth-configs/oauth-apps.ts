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
    .min(1)
    .max(100)
    .optional(),
})

/**
 * An OAuth application that the operator registered with a provider, for all projects that added
 * the toolkit by its name.
 *
 * `hosts` are those that may receive the secret. Without them, those that the recipe names; a recipe
 * that lets accounts name a part of the host needs them.
 */
export type OAuthApp = z.output<typeof oauthApp>

/** Toolkit slug -> application. */
export type OAuthApps = Readonly<Record<string, OAuthApp>>

/** The content of the file PLUGBOARD_OAUTH_APPS, by slug in the catalogue. */
export const oauthApps = z
  .record(
    z.string().regex(/^[a-z0-9_-]{1,64}$/, 'must be the slug of a toolkit, in lower case'),
    oauthApp,
  )
  .refine((apps) => Object.keys(apps).length <= 1000, 'must have at most 1000 toolkits')
