import { z } from 'zod'
import { cloneSchema } from '../clone-schema.ts'
import { isObject } from '../json-schema.ts'

/** Gives a type what its schema says for people: the `.meta()` and `.description` of zod. */
export const annotate = <Type extends z.ZodType>(type: Type, schema: unknown): Type => {
  if (!isObject(schema)) return type
  const notes = Object.fromEntries(
    keywords
      .filter((keyword) => schema[keyword] !== undefined)
      .map((keyword) => [keyword, schema[keyword]]),
  )
  // Not by `.meta()`, which would make a copy of the type.
  if (Object.keys(notes).length > 0) z.globalRegistry.add(type, cloneSchema(notes))
  return type
}

/** zod would take an `id` for a name that no other schema may have, so it is not among them. */
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
