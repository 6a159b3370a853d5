import { isObject, type JsonObject } from './json-schema.ts'

/**
 * A schema of any library that implements Standard Schema (https://standardschema.dev): ArkType,
 * Valibot, zod and others.
 */
export type StandardSchema<Input = unknown, Output = Input> = {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
    /** Absent if the library cannot provide a JSON Schema. */
    readonly jsonSchema?: StandardConverter | undefined
  }
}

export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string
        readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
      }[]
    }

type StandardConverter = {
  readonly input: (options: {
    readonly target: 'draft-2020-12' | 'draft-07'
  }) => Record<string, unknown>
}

/** Returns whether the value implements the standard. ArkType's schemas are functions. */
export const isStandardSchema = (schema: unknown): schema is StandardSchema => {
  if (
    (typeof schema !== 'object' && typeof schema !== 'function') ||
    schema === null ||
    !('~standard' in schema)
  )
    return false
  const properties = schema['~standard']
  return isObject(properties) && typeof properties['validate'] === 'function'
}

/** Returns the JSON Schema of the input; throws if the library cannot provide it. */
export const fromStandardSchema = (schema: StandardSchema): JsonObject => {
  const { vendor, jsonSchema } = schema['~standard']
  if (!jsonSchema)
    throw new TypeError(
      `This schema of ${vendor} does not provide its JSON Schema ("~standard".jsonSchema is missing); use the library's converter, or pass a JSON Schema`,
    )
  try {
    return { ...convert(jsonSchema) }
  } catch (error) {
    throw new TypeError(
      `This schema of ${vendor} cannot be expressed in JSON Schema: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    )
  }
}

/** Libraries may not support every draft; the standard recommends these two. */
const convert = (converter: StandardConverter): JsonObject => {
  try {
    return converter.input({ target: 'draft-2020-12' })
  } catch (error) {
    try {
      return converter.input({ target: 'draft-07' })
    } catch {
      throw error
    }
  }
}
