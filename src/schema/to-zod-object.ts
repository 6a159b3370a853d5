import type { z } from 'zod'
import type { JsonObject, SchemaOptions } from './json-schema.ts'
import { annotate } from './structural/annotations.ts'
import { createTree } from './structural/build-tree.ts'
import { openDocument } from './structural/schema-document.ts'
import { viewSchema } from './structural/schema-view.ts'
import { toObjectKind } from './structural/to-object-kind.ts'
import { typesOf } from './structural/types-of.ts'

/**
 * Gives the JSON Schema of an object the form of a zod object, for `.shape`, `.pick()` and
 * `.extend()`.
 *
 * Every type in it is of the kind that one expects, with its description and other notes in
 * `.meta()`, and judges exactly as the JSON Schema does; values come back with all that they hold,
 * and no default is filled in. Where the value alone matters, `toZod` is lighter.
 *
 * With properties added by `.extend()`, or after `.strict()`, all that the schema says still holds.
 * After `.pick()`, `.omit()`, `.partial()`, `.required()`, `.loose()` or when a property is
 * replaced, each property keeps its own checks, but what the schema says across properties
 * (`anyOf`, `dependentRequired`, `minProperties`, `patternProperties` and the like) no longer
 * counts. `z.toJSONSchema` says the same: the original as long as nothing was changed.
 *
 * @example
 * const issue = toZodObject({ type: 'object', required: ['title'], properties: { title: { type: 'string' }, labels: { type: 'array' } } })
 * issue.pick({ title: true }).extend({ dryRun: z.boolean() }).parse({ title: 'Broken door', dryRun: true })
 */
export const toZodObject = <const Schema extends JsonObject>(
  schema: Schema,
  options: SchemaOptions = {},
): z.ZodObject<ShapeOf<Schema>, z.core.$loose> => {
  const document = openDocument(schema, options)
  const view = viewSchema(document, '')
  const types = typesOf(view)
  if (types && types.size > 0 && !types.has('object'))
    throw new TypeError(
      `A schema of type ${[...types].join(' or ')} describes no object; use toZod for it`,
    )
  // The names of the shape are those of the schema, which the compiler knows where it is written
  // out.
  return annotate(
    toObjectKind(createTree(document), '', view),
    schema,
  ) as z.ZodObject as z.ZodObject<ShapeOf<Schema>, z.core.$loose>
}

/** The properties by name where the schema's type tells them, else any. */
export type ShapeOf<Schema> = Schema extends {
  readonly properties: infer Properties extends object
}
  ? {
      [Name in keyof Properties & string]: Name extends RequiredOf<Schema>
        ? z.ZodType
        : z.ZodOptional<z.ZodType>
    }
  : Readonly<Record<string, z.ZodType>>

type RequiredOf<Schema> = Schema extends { readonly required: readonly (infer Name)[] }
  ? Name
  : never
