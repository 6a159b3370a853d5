import { z } from 'zod'
import { importAuth } from '../import-auth.ts'

const scopes = z.array(z.string().min(1).max(255)).min(1).max(200)

/** How an operator registers an application. */
export const authSetup = z.strictObject({
  url: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .describe('Where applications are registered, or keys are found'),
  steps: z
    .array(z.string().min(1).max(500))
    .max(20)
    .default([])
    .describe('What to do there; `{redirect_uri}` and `{scopes}` stand for what must be entered'),
  notes: z.string().max(2000).optional(),
})
export type AuthSetup = z.output<typeof authSetup>

/** Scopes that are granted for one purpose. */
export const scopeSet = z.strictObject({
  name: z.string().min(1).max(64).describe('What it is for, such as "read mail"'),
  scopes,
  tools: z
    .array(z.string().min(1).max(255))
    .max(500)
    .default([])
    .describe('Slugs or operations that need it'),
  default: z.boolean().default(false).describe('Asked for where an auth config names none'),
})
export type ScopeSet = z.output<typeof scopeSet>

/** One way in which accounts of a toolkit authenticate. */
export const recipeAuth = z.strictObject({
  ...importAuth.shape,
  setup: authSetup.optional(),
  scope_sets: z.array(scopeSet).max(50).default([]),
})
export type RecipeAuth = z.output<typeof recipeAuth>
