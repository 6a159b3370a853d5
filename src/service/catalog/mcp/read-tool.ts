import { z } from 'zod'
import { toDataSchema } from '../../../schema/to-data-schema.ts'
import { plainText } from '../../platform/untrusted-text/index.ts'
import type { JsonSchema, ToolHint } from '../definitions.ts'
import { nameInData } from '../name-in-data.ts'
import { checkObjectSchema, checkSchema } from './check-schema.ts'
import { readParameterHeaders } from './parameter-headers.ts'
import { quote } from '../../platform/quote.ts'

/** The part of a server's tool that is used. */
export type McpTool = {
  name: string
  title: string
  description: string
  input: JsonSchema
  output: JsonSchema
  hints: ToolHint[]
  notes: string[]
}

const longestDescription = 4000

const listed = z.looseObject({
  name: z.string().regex(/^[^\p{C}\p{Zl}\p{Zp}]{1,128}$/u),
  title: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  inputSchema: z.unknown().optional(),
  outputSchema: z.unknown().optional(),
  execution: z.looseObject({ taskSupport: z.unknown().optional() }).optional().catch(undefined),
  annotations: z
    .looseObject({
      title: z.string().optional().catch(undefined),
      readOnlyHint: z.boolean().optional().catch(undefined),
      destructiveHint: z.boolean().optional().catch(undefined),
      idempotentHint: z.boolean().optional().catch(undefined),
      openWorldHint: z.boolean().optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
})

/** Parses a tool that a server lists, or returns the reason why it is skipped. */
export const readTool = (
  given: unknown,
  index: number,
  isModern: boolean,
): { tool: McpTool } | { skipped: { operation: string; reason: string } } => {
  const parsed = listed.safeParse(given)
  if (!parsed.success)
    return {
      skipped: {
        operation: nameOf(given, index),
        reason: 'It has no name of 1 to 128 visible characters',
      },
    }
  const {
    name,
    title,
    description = '',
    inputSchema,
    outputSchema,
    annotations,
    execution,
  } = parsed.data
  if (execution?.taskSupport === 'required')
    return {
      skipped: {
        operation: name,
        reason: 'It only runs as a task, which this service does not support',
      },
    }
  const input = checkObjectSchema(inputSchema)
  if ('problem' in input)
    return { skipped: { operation: name, reason: `Its input schema ${input.problem}` } }
  const headers = isModern ? readParameterHeaders(input.schema) : { headers: [] }
  if ('problem' in headers)
    return { skipped: { operation: name, reason: `It cannot be called: ${headers.problem}` } }
  const output = outputSchema === undefined ? undefined : checkSchema(outputSchema)
  return {
    tool: {
      name,
      title: plainText(title ?? annotations?.title ?? name, 100) || name,
      description: plainText(description, longestDescription),
      input: input.schema,
      output:
        output && 'schema' in output ? toDataSchema(output.schema, nameInData) : { type: 'object' },
      hints: toHints(annotations ?? {}),
      notes: [
        ...input.notes.map((note) => `${quote(name)}: ${note}`),
        ...(output && 'problem' in output
          ? [`${quote(name)}: the output schema was omitted because it ${output.problem}`]
          : []),
        ...(description.length > longestDescription
          ? [`${quote(name)}: the description was shortened to ${longestDescription} characters`]
          : []),
      ],
    },
  }
}

const nameOf = (given: unknown, index: number): string => {
  const name =
    typeof given === 'object' && given !== null && 'name' in given && typeof given.name === 'string'
      ? plainText(given.name, 100)
      : ''
  return name === '' ? `tool ${index + 1} of the list` : name
}

/**
 * The protocol's defaults for absent hints: a tool writes, may be destructive, and is open-world.
 */
const toHints = ({
  readOnlyHint = false,
  destructiveHint = true,
  idempotentHint = false,
  openWorldHint = true,
}: NonNullable<z.output<typeof listed>['annotations']>): ToolHint[] => [
  ...(readOnlyHint ? (['readOnlyHint'] as const) : []),
  ...(!readOnlyHint && destructiveHint ? (['destructiveHint'] as const) : []),
  ...(idempotentHint ? (['idempotentHint'] as const) : []),
  ...(openWorldHint ? (['openWorldHint'] as const) : []),
]
