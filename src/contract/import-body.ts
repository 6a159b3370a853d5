import { z } from 'zod'
import { toolkitSlug } from './common.ts'
import { importAuth } from './import-auth.ts'
import { importSource } from './import-source.ts'
import { importTrigger, importTriggerExamples } from './import-triggers.ts'
import { answerRules } from './recipe/answers.ts'
import { recipeInput } from './recipe/recipe.ts'

/** Whether the hints of an MCP server's tools are believed. */
export const annotations = z.enum(['trusted', 'untrusted'])

/** What becomes of a list that an MCP server changes of its own accord. */
export const changes = z.enum(['stage', 'accept_automatically'])

/** Prefix of a tag, operation id, path or tool name. */
const beginning = z.string().min(1).max(2000)

/** What an import may say beside its source; it wins over the recipe. */
const importOptions = {
  name: z.string().min(1).max(100).optional(),
  description: z.string().max(2000).optional(),
  logo: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .optional()
    .describe(
      'Fetched once, and served by this service. PNG, JPEG, GIF, WebP or an SVG of plain shapes, at most 256 KiB; the report says why there is none',
    ),
  categories: z
    .array(z.object({ id: z.string().min(1).max(64), name: z.string().min(1).max(100) }))
    .max(20)
    .optional(),
  base_url: z
    .url({ protocol: /^https?$/ })
    .max(4096)
    .optional()
    .describe('Replaces the servers of the document'),
  auth: importAuth.optional(),
  include: z
    .array(beginning)
    .max(500)
    .optional()
    .describe(
      'Only operations whose tag, operation id or path begins with one of these; of an MCP server, only tools whose name does; of a GraphQL API, only fields whose name does, or `query` and `mutation` with it',
    ),
  exclude: z.array(beginning).max(500).optional(),
  current_user: z
    .object({ method: z.enum(['GET', 'POST']), path: z.string().max(4096).startsWith('/') })
    .optional()
    .describe(
      'The request that identifies the owner of a credential: the short form of `account.verification` of a recipe',
    ),
  answers: answerRules
    .optional()
    .describe(
      'How its answers are to be understood: what is a failure, when to come back, where the next page is',
    ),
  triggers: z
    .array(importTrigger)
    .max(100)
    .optional()
    .describe('Trigger types of the toolkit: what is polled, or how the provider pushes events'),
  annotations: annotations
    .optional()
    .describe(
      "Whether the hints of an MCP server's tools are trusted. Default: `untrusted`, so that each counts as destructive unless the project sets its hints; if omitted when the same server is imported again: unchanged",
    ),
  changes: changes
    .optional()
    .describe(
      'What happens when an MCP server changes its tools. Default: `stage`, so that new and changed tools are not used before they are accepted; if omitted when the same server is imported again: unchanged',
    ),
  accept_host_change: z
    .boolean()
    .optional()
    .describe(
      'Allow this version to have other hosts or auth endpoints than the previous one; existing auth configs and accounts keep theirs',
    ),
  rename_tools: z
    .boolean()
    .optional()
    .describe(
      'Name each tool as a first import would today, instead of keeping its slug. Former slugs stay aliases of their tools; `renamed` of the report lists them',
    ),
}

/** What is imported, and what its source does not say. */
export const importBody = z
  .object({
    slug: toolkitSlug.optional().describe('Default: that of the recipe'),
    source: importSource
      .optional()
      .describe('With a recipe: in place of the address that it names'),
    recipe: recipeInput
      .optional()
      .describe(
        'What the description cannot say, as JSON or as the text of a YAML file. Other fields of this request win over it',
      ),
    ...importOptions,
  })
  .superRefine(({ slug, source, recipe }, context) => {
    if (recipe !== undefined) return
    for (const [name, value] of Object.entries({ slug, source })) {
      if (value !== undefined) continue
      context.addIssue({
        code: 'custom',
        path: [name],
        message: 'is required without a recipe',
      })
    }
  })
  .meta({
    anyOf: [{ required: ['slug', 'source'] }, { required: ['recipe'] }],
    examples: [
      {
        slug: 'notes',
        source: { openapi: 'https://notes.example.com/openapi.json' },
        auth: { scheme: 'BEARER_TOKEN' },
        triggers: importTriggerExamples,
      },
    ],
  })
