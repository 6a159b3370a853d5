import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'
import type { JsonSchema } from '../../../../src/service/catalog/definitions.ts'

/**
 * Compiles the schema with a validator that knows nothing of the document around it, and finds all
 * it refers to inside.
 */
export const checkSchema = (schema: JsonSchema, about: string): void => {
  const definitions = Object.keys((schema.$defs ?? {}) as object)
  const referred = new Set(
    [...JSON.stringify(schema).matchAll(/"\$ref":"([^"]*)"/g)].map(
      ([, reference]) => reference as string,
    ),
  )
  expect(
    [...referred].filter((reference) => !definitions.includes(reference.replace('#/$defs/', ''))),
    about,
  ).toEqual([])
  expect(
    definitions.filter((name) => !referred.has(`#/$defs/${name}`)),
    about,
  ).toEqual([])
  expect(JSON.stringify(schema), about).not.toMatch(/"(discriminator|externalDocs|xml|x-[a-z-]+)":/)
  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false })
  expect(() => ajv.compile(withoutNullable(schema)), about).not.toThrow()
}

/**
 * OpenAPI 3.0's `nullable` is kept for our own validator; this one refuses it beside a reference.
 */
const withoutNullable = (schema: JsonSchema): JsonSchema =>
  JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key === 'nullable' && typeof value === 'boolean' ? undefined : value,
    ),
  ) as JsonSchema
