import { z } from 'zod'
import { jsonObject } from './common.ts'

/**
 * A JSON Schema with the keywords that clients expect in every schema of a tool: `type: "object"`
 * and `properties`.
 */
export const objectSchema = z.looseObject({ type: z.literal('object'), properties: jsonObject })

/**
 * The parameters of a tool as clients parse them (spec 2.6): `additionalProperties` at the root is
 * not a schema.
 */
export const toolParameters = objectSchema.extend({ additionalProperties: z.boolean().optional() })
