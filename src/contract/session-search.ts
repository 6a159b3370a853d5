import { z } from 'zod'
import { jsonObject, timestamp } from './common.ts'
import { indexingField } from './indexing.ts'
import { objectSchema } from './object-schema.ts'

export const toolSchema = z.object({
  toolkit: z.string(),
  tool_slug: z.string(),
  description: z.string().optional(),
  input_schema: objectSchema
    .optional()
    .describe('JSON Schema of the arguments, otherwise as its author wrote it'),
  output_schema: objectSchema
    .optional()
    .describe('JSON Schema of `data` in the result, otherwise as its author wrote it'),
  tags: z.array(z.string()).optional().describe('MCP annotation hints first'),
  hasFullSchema: z.boolean().optional(),
  approval: z
    .enum(['never', 'required'])
    .optional()
    .describe('Whether a person must approve calls of the tool'),
  schemaRef: z
    .object({
      tool: z.literal('SVC_GET_TOOL_SCHEMAS'),
      args: z.object({ tool_slugs: z.array(z.string()) }),
      message: z.string(),
    })
    .optional(),
})
export type ToolSchema = z.infer<typeof toolSchema>

/** Explains the rank of a tool. Not part of the specification. */
const searchExplanation = z.object({
  tool_slug: z.string(),
  score: z.number().describe('Comparable within one result'),
  words: z.array(
    z.object({
      word: z.string().describe('As indexed, without its ending'),
      for: z
        .array(z.string())
        .optional()
        .describe('The words of the use case that led to this word, if it is not one of them'),
      fields: z.array(z.string()).describe('Fields of the tool with the word'),
      score: z.number().describe('Its contribution to the score'),
    }),
  ),
  signals: z
    .object({
      name: z.number().describe('Share of its name that the use case explains, from 0 to 1'),
      request: z.number().describe('Share of the use case that its name explains, from 0 to 1'),
      object: z.number().describe('How surely it acts on what is asked for, from 0 to 1'),
      known_use: z
        .number()
        .describe('How far the use case is one of those that it is known for, from 0 to 1'),
      action: z.number().describe('Factor for its action: below 1 if another was asked for'),
      mark: z.number().describe('Factor for featured and for deprecated tools'),
      toolkit: z.number().describe('Factor for its toolkit: above 1 if it is named or fits'),
    })
    .optional()
    .describe('What it is beyond its words'),
  learned: z.number().optional().describe("Contribution of earlier users' choices, from 0 to 1"),
})

const searchResult = z.object({
  index: z.number().describe('From 1, in the order of the queries'),
  use_case: z.string(),
  execution_guidance: z.string().optional(),
  difficulty: z.string().optional(),
  recommended_plan_steps: z.array(z.string()).optional(),
  known_pitfalls: z.array(z.string()).optional(),
  reference_workbench_snippets: z
    .array(z.object({ description: z.string(), code: z.string() }))
    .optional(),
  primary_tool_slugs: z.array(z.string()),
  fits: z
    .boolean()
    .optional()
    .describe('False if no tool surely does it: those listed are then only the nearest'),
  related_tool_slugs: z.array(z.string()),
  toolkits: z.array(z.string()),
  plan_id: z.string().optional(),
  error: z.string().nullable().optional(),
  memory: z.record(z.string(), z.array(z.string())).optional(),
  explanations: z
    .array(searchExplanation)
    .optional()
    .describe(
      'Explanation of each rank, in the order of the slugs; only if requested with `explain`',
    ),
})

/** How many tools have use cases that a language model wrote. Not part of the specification. */
const enrichment = z.object({
  enriched_tools: z.number(),
  waiting_tools: z.number(),
  failed_tools: z.number().describe("Left out, as the model's answers for them were invalid"),
})

export const searchResponse = z.object({
  success: z.boolean(),
  error: z.string().nullable(),
  results: z.array(searchResult),
  toolkit_connection_statuses: z.array(
    z.object({
      toolkit: z.string(),
      description: z.string(),
      has_active_connection: z.boolean(),
      connection_details: jsonObject.optional(),
      current_user_info: jsonObject.optional(),
      status_message: z.string(),
    }),
  ),
  tool_schemas: z.record(z.string(), toolSchema),
  time_info: z.object({
    current_time_utc: timestamp,
    current_time_utc_epoch_seconds: z.number(),
    message: z.string(),
  }),
  session: z.object({ id: z.string(), generate_id: z.boolean(), instructions: z.string() }),
  next_steps_guidance: z.array(z.string()),
  ...indexingField,
  enrichment: enrichment
    .optional()
    .describe('Only with `explain`, where the operator has a model write use cases of tools'),
})
export type SearchResponse = z.infer<typeof searchResponse>

export const searchQueries = z
  .array(
    z.object({
      use_case: z.string().min(1).max(50_000).describe('Task in words'),
      known_fields: z.string().max(4000).optional().describe('key:value hints, comma separated'),
    }),
  )
  .min(1)
  .max(7)
