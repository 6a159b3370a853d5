import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { collectedData } from '../../support/collected-data.ts'

const parameters = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))

const collectedAuth = z.object({
  mode: z.string().optional(),
  authorize_url: z.string().optional(),
  token_url: z.string().optional(),
  refresh_url: z.string().optional(),
  revoke_url: z.string().optional(),
  scope_separator: z.string().optional(),
  client_authentication: z.string().optional(),
  token_body_format: z.string().optional(),
  pkce: z.boolean().optional(),
  default_scopes: z.array(z.string()).optional(),
  authorization_parameters: parameters.optional(),
  token_parameters: parameters.optional(),
  refresh_parameters: parameters.optional(),
  api_key_header: parameters.optional(),
})
export type CollectedAuth = z.output<typeof collectedAuth>

const collectedFacts = z.array(
  z.object({
    slug: z.string(),
    auth: z.looseObject({}),
    auth_keys_from_model_knowledge: z.array(z.string()).default([]),
  }),
)

/** What the collection read somewhere about the authentication of each toolkit, by slug. */
export const readCollectedFacts = (): Map<string, CollectedAuth> =>
  new Map(
    collectedFacts
      .parse(JSON.parse(readFileSync(collectedData('catalogue-facts.json'), 'utf8')))
      .map(({ slug, auth, auth_keys_from_model_knowledge: remembered }) => [
        slug,
        // What nobody read anywhere is no source.
        collectedAuth.parse(
          Object.fromEntries(Object.entries(auth).filter(([key]) => !remembered.includes(key))),
        ),
      ]),
  )
