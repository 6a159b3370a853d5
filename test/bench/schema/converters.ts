import { jsonSchemaToZod as composioToZod } from '@composio/json-schema-to-zod'
import { jsonSchemaToZod as toZodCode } from 'json-schema-to-zod'
import { z } from 'zod'
import type { ZodTypeAny } from 'zod/v3'
import { convertJsonSchemaToZod } from 'zod-from-json-schema'
import { toZod, toZodObject } from '../../../src/schema/index.ts'

type Schema = Record<string, unknown>

/** One of the converters makes schemas of zod 3. */
export type Converted = z.ZodType | ZodTypeAny

/** Ways to make a zod schema of a JSON Schema: ours first, then what else there is. */
export const converters: Record<string, (schema: Schema) => Converted> = {
  toZod,
  toZodObject,
  'z.fromJSONSchema': (schema) => z.fromJSONSchema(schema),
  // It writes source code, which its users compile.
  'json-schema-to-zod': (schema) =>
    new Function(
      'z',
      `return ${toZodCode(schema as Parameters<typeof toZodCode>[0], { module: 'none', zodVersion: 4 })}`,
    )(z) as z.ZodType,
  'zod-from-json-schema': (schema) =>
    convertJsonSchemaToZod(schema as Parameters<typeof convertJsonSchemaToZod>[0]),
  '@composio/json-schema-to-zod': (schema) =>
    composioToZod(schema as Parameters<typeof composioToZod>[0]),
}

export const own = new Set(['toZod', 'toZodObject'])

/** Converted, or why not. */
export const tryConvert = (name: string, schema: Schema): Converted | Error => {
  try {
    return (converters[name] ?? toZod)(schema)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
