import { z } from 'zod'
import { jsonInput } from '../json-input.ts'
import { schemaLimits } from '../json-limits.ts'
import { valuePath } from '../import-trigger-request.ts'
import { mapOf } from '../map-of.ts'
import { scalar } from './conditions.ts'
import { mimeMessage } from './mime-message.ts'

const hints = z.strictObject({
  readOnlyHint: z.boolean().optional(),
  destructiveHint: z.boolean().optional(),
  idempotentHint: z.boolean().optional(),
  openWorldHint: z.boolean().optional(),
})

/** An operation that a recipe declares itself, because no description has it. */
const declaredOperation = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']),
  path: z
    .string()
    .min(1)
    .max(2000)
    .regex(
      /^(?:\/(?![/\\])|https:\/\/)\S*$/,
      'must begin with one "/", or be an absolute https address',
    ),
  parameters: mapOf(
    z.string().min(1).max(200),
    z.strictObject({
      in: z.enum(['path', 'query', 'header', 'body']),
      name: z.string().min(1).max(200).optional().describe('On the wire; default: the argument'),
      required: z.boolean().default(false),
      schema: jsonInput(schemaLimits),
    }),
    100,
  ).default({}),
  body: z.enum(['json', 'form', 'multipart']).default('json'),
  answer: jsonInput(schemaLimits).optional().describe('JSON Schema of the answer'),
})
export type DeclaredOperation = z.output<typeof declaredOperation>

/** An argument that the service writes, of parts that a model can give. */
const argumentEncoding = z.strictObject({
  as: z
    .literal('mime_message')
    .describe('An email (RFC 5322) in base64url, of its recipients, subject, text and attachments'),
  into: valuePath
    .min(1)
    .describe(
      'The argument, or a path in it such as `message.raw`; the arguments of the parts take its place',
    ),
  required: z
    .array(mimeMessage.keyof())
    .max(20)
    .default([])
    .describe('Parts that a call must have, such as ["to"]'),
  move: mapOf(z.string().min(1).max(200), valuePath.min(1), 20)
    .default({})
    .describe(
      'Other texts that models give as arguments, and where they go: {"threadId": "message.threadId"}',
    ),
})
export type ArgumentEncoding = z.output<typeof argumentEncoding>

/** What a recipe says of one tool. Featured tools come first among equals in search and lists. */
export const recipeTool = z
  .strictObject({
    operation: z
      .string()
      .min(1)
      .max(2000)
      .optional()
      .describe('Operation id or "METHOD /path" of the description; of an MCP server its tool'),
    declare: declaredOperation.optional(),
    slug: z
      .string()
      .max(64)
      .regex(/^[A-Z0-9_]+$/, 'must be upper-case letters, digits and "_"')
      .optional()
      .describe("Begins with the toolkit's; default: made from the operation. `declare` needs it"),
    name: z.string().min(1).max(100).optional(),
    description: z.string().min(1).max(2000).optional(),
    arguments: mapOf(z.string().min(1).max(200), z.string().min(1).max(1000), 50)
      .default({})
      .describe('Argument -> what a model should know about it'),
    encode: argumentEncoding.optional(),
    examples: mapOf(z.string().min(1).max(200), z.array(scalar).min(1).max(5), 50).optional(),
    use_cases: z
      .array(z.string().min(1).max(200))
      .max(20)
      .default([])
      .describe(
        'What people ask for who need it, in words that its name and description lack; only search reads them',
      ),
    tags: z.array(z.string().min(1).max(64)).max(20).default([]),
    hints: hints.optional().describe('Corrections of what was derived'),
    scopes: z.array(z.string().min(1).max(255)).max(50).optional(),
    featured: z.boolean().default(true),
  })
  .refine(
    ({ operation, declare }) => (operation === undefined) !== (declare === undefined),
    'has either `operation` or `declare`',
  )
  .refine(({ declare, slug }) => declare === undefined || slug !== undefined, {
    path: ['slug'],
    message: 'is required where the recipe declares the operation itself',
  })
  // The same for editors.
  .meta({ oneOf: [{ required: ['operation'] }, { required: ['declare', 'slug'] }] })
export type RecipeTool = z.output<typeof recipeTool>
