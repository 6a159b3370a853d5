import { z } from 'zod'
import { toolkitSlug } from '../common.ts'
import { importTrigger } from '../import-triggers.ts'
import { jsonInput } from '../json-input.ts'
import { recipeLimits } from '../json-limits.ts'
import { mapOf } from '../map-of.ts'
import { accountRecipe } from './account.ts'
import { answerRules } from './answers.ts'
import { recipeAuth } from './auth.ts'
import { requestRules } from './requests.ts'
import { recipeTool } from './tools.ts'

const webAddress = z.url({ protocol: /^https?$/ }).max(2000)
const beginnings = z.array(z.string().min(1).max(2000)).max(500)
const day = z.string().regex(/^\d{4}-\d\d-\d\d$/, 'must be a date such as 2026-11-23')

/** An OpenAPI Overlay 1.0 document. */
const overlay = z.object({
  overlay: z.string().regex(/^1\.0\.\d+$/, 'must be a version 1.0.x'),
  info: z.object({ title: z.string().max(500), version: z.string().max(100) }),
  actions: z
    .array(
      z.object({
        target: z.string().min(1).max(2000).describe('JSONPath (RFC 9535)'),
        description: z.string().max(2000).optional(),
        update: z.unknown().optional(),
        remove: z.boolean().optional(),
      }),
    )
    .min(1)
    .max(500),
})
export type Overlay = z.output<typeof overlay>

/** Where the description of an API is. */
const recipeDescription = z.strictObject({
  kind: z
    .enum(['openapi', 'discovery', 'graphql', 'mcp', 'none'])
    .default('openapi')
    .describe('`none`: the recipe declares its operations itself'),
  urls: z
    .array(webAddress)
    .max(20)
    .default([])
    .describe(
      'Addresses of the description; of several, all make one toolkit. Of `graphql` its SDL; of `mcp` the server',
    ),
  base_url: z
    .string()
    .min(1)
    .max(2000)
    .optional()
    .describe(
      'Replaces the servers of the description; of `graphql` the address that takes queries; `{name}` stands for a field of the account, such as https://{subdomain}.example.com',
    ),
  include: beginnings.optional(),
  exclude: beginnings.optional(),
  overlay: overlay.optional().describe('Corrections where text or structure is wrong'),
  verified: z
    .strictObject({
      date: day,
      sha256: mapOf(webAddress, z.string().regex(/^[0-9a-f]{64}$/), 20).default({}),
    })
    .optional()
    .describe('When these addresses were last read, and what they held'),
})

/**
 * A toolkit recipe: what the description of an API cannot say, or says wrong. It holds facts and
 * wording; secrets never.
 *
 * `recipe.schema.json` beside this file is its JSON Schema, for editors; the package has it, too.
 */
export const recipe = z
  .strictObject({
    $schema: z.string().max(2000).optional().describe('For editors'),
    recipe: z
      .literal(1, {
        error: ({ input }) =>
          input === undefined
            ? 'is required: add `recipe: 1` at the top'
            : 'must be 1, the version of this format',
      })
      .describe('Version of this format'),
    slug: toolkitSlug,
    name: z.string().min(1).max(100),
    summary: z.string().max(1000).optional().describe('What the service is for, one sentence'),
    aliases: z.array(z.string().min(1).max(64)).max(20).default([]).describe('Other names of it'),
    app_url: webAddress.optional(),
    logo: z
      .union([
        webAddress,
        z
          .string()
          .regex(
            /^[0-9a-z_-]{1,64}$/,
            'must be an http(s) address, or the name of an icon: lower-case letters, digits, "_" and "-"',
          ),
      ])
      .optional()
      .describe(
        'Address of an image, or the name of an icon of the catalogue; a name that is no icon gives no logo',
      ),
    categories: z
      .array(z.object({ id: z.string().min(1).max(64), name: z.string().min(1).max(100) }))
      .max(20)
      .default([]),
    description: recipeDescription.prefault({}),
    auth: z
      .array(recipeAuth)
      .max(8)
      .default([])
      .describe('In order of preference; none: what the description says'),
    account: accountRecipe.prefault({}),
    requests: requestRules.prefault({}),
    answers: answerRules.prefault({}),
    tools: z.array(recipeTool).max(500).default([]),
    hidden: beginnings
      .default([])
      .describe('Operations that become no tool: their beginnings, as in `exclude`'),
    triggers: z.array(importTrigger).max(100).default([]),
    sources: mapOf(z.string().min(1).max(200), z.string().min(1).max(2000), 200)
      .default({})
      .describe('Fact, by its path in this file -> where it was read'),
    unverified: z
      .array(z.string().min(1).max(500))
      .max(200)
      .default([])
      .describe('Facts without a second source'),
  })
  .meta({ title: 'Toolkit recipe of Plugboard' })
export type Recipe = z.output<typeof recipe>

/** A recipe in a request: as JSON, or as the text of its YAML file. */
export const recipeInput = z
  .union([jsonInput(recipeLimits), z.string().min(1).max(recipeLimits.characters)])
  .describe('The recipe as JSON, or the text of its YAML file')
