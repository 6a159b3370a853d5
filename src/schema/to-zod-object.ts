import type { z } from 'zod'
import type { JsonObject, SchemaOptions } from './json-schema.ts'
import type { RequiredOf, TypeAt, TypeOfTyped } from './infer-schema.ts'
import { annotate } from './structural/annotations.ts'
import { createTree } from './structural/build-tree.ts'
import { openDocument } from './structural/schema-document.ts'
import { viewSchema } from './structural/schema-view.ts'
import { toObjectKind } from './structural/to-object-kind.ts'
import { typesOf } from './structural/types-of.ts'

/**
 * Converts the JSON Schema of an object to a zod object, for `.shape`, `.pick()` and `.extend()`.
 *
 * Every nested type has the corresponding zod class, with its description and other annotations in
 * `.meta()`, and validates as `toZod` does. Values are returned with all their
 * properties, and no defaults are filled in. If you only need validation, `toZod` is cheaper.
 *
 * After `.extend()` with new properties, or `.strict()`, the complete schema still applies. After
 * `.pick()`, `.omit()`, `.partial()`, `.required()`, `.loose()` or when a property is replaced,
 * each property keeps its checks, but rules across properties (`anyOf`, `dependentRequired`,
 * `minProperties`, `patternProperties` and similar) no longer apply. `z.toJSONSchema` reflects
 * this: it returns the original as long as nothing was changed.
 *
 * @example
 * const issue = toZodObject({ type: 'object', required: ['title'], properties: { title: { type: 'string' }, labels: { type: 'array' } } })
 * issue.pick({ title: true }).extend({ dryRun: z.boolean() }).parse({ title: 'Broken door', dryRun: true })
 */
export const toZodObject = <const Schema extends JsonObject>(
  schema: Schema,
  options: SchemaOptions = {},
): ZodObjectFrom<Schema> => {
  const document = openDocument(schema, options)
  const view = viewSchema(document, '')
  const types = typesOf(view)
  if (types && types.size > 0 && !types.has('object'))
    throw new TypeError(
      `A schema of type ${[...types].join(' or ')} describes no object; use toZod for it`,
    )
  // The shape has the property names of the schema, which the compiler knows if the schema is a
  // literal.
  return annotate(
    toObjectKind(createTree(document), '', view),
    schema,
  ) as z.ZodType as ZodObjectFrom<Schema>
}

/** The zod object of a schema, with the types of its properties if the schema is a literal. */
export type ZodObjectFrom<Schema> = [TypeOfTyped<Schema>] extends [never]
  ? z.ZodObject<ShapeOf<Schema>, z.core.$loose>
  : ZodObjectOf<TypeOfTyped<Schema>>

/**
 * The zod object whose values have this type. Names that the type does not have are kept in values,
 * but the compiler does not know them.
 */
export type ZodObjectOf<Type> = string extends keyof Type
  ? z.ZodObject<Readonly<Record<string, z.ZodType>>, z.core.$loose>
  : z.ZodObject<
      {
        -readonly [Name in Extract<keyof Type, string>]: {} extends Pick<Type, Name>
          ? z.ZodOptional<z.ZodType<Exclude<Type[Name], undefined>>>
          : z.ZodType<Type[Name]>
      },
      z.core.$strip
    >

/** The properties by name if the schema's type includes them, otherwise any. */
export type ShapeOf<Schema> = Schema extends {
  readonly properties: infer Properties extends object
}
  ? {
      [Name in keyof Properties & string]: Name extends RequiredOf<Schema>
        ? z.ZodType<TypeAt<Properties[Name], Schema, []>>
        : z.ZodOptional<z.ZodType<TypeAt<Properties[Name], Schema, []>>>
    }
  : Readonly<Record<string, z.ZodType>>
