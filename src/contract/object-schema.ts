import { z } from 'zod'
import { jsonObject } from './common.ts'

/**
 * A JSON Schema with what clients look for in every schema of a tool: `type: "object"` and
 * `properties`.
 */
export const objectSchema = z.looseObject({ type: z.literal('object'), properties: jsonObject })

/** As clients parse it in a tool (spec 2.6): a root whose further properties are no schema. */
export const toolParameters = objectSchema.extend({ additionalProperties: z.boolean().optional() })
