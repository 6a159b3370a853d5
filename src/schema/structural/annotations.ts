import { z } from 'zod'
import { cloneSchema } from '../clone-schema.ts'
import { isObject } from '../json-schema.ts'

/** Adds the schema's annotations to a type: zod's `.meta()` and `.description`. */
export const annotate = <Type extends z.ZodType>(type: Type, schema: unknown): Type => {
  if (!isObject(schema)) return type
  const notes = Object.fromEntries(
    keywords
      .filter((keyword) => schema[keyword] !== undefined)
      .map((keyword) => [keyword, schema[keyword]]),
  )
  // Not with `.meta()`, which would copy the type.
  if (Object.keys(notes).length > 0) z.globalRegistry.add(type, cloneSchema(notes))
  return type
}

/** zod requires an `id` to be unique among all schemas, so it is not included. */
const keywords = [
  'title',
  'description',
  'examples',
  'example',
  'default',
  'deprecated',
  'readOnly',
  'writeOnly',
  '$comment',
]
