import { compileSchema, type Validator } from '../compile-schema.ts'
import { jsonType } from '../compiler/json-value.ts'
import type { JsonObject } from '../json-schema.ts'
import { restoreWith, type Converted, type Conversion, type Restore } from './conversion.ts'
import { schemaDefinitions } from './schema-definitions.ts'

/**
 * Converts a value back with the branch that accepts it. An invalid value uses the only branch of
 * its type, so that errors can refer to the original.
 */
export const createPick = (conversion: Conversion, branches: readonly Converted[]): Restore => {
  let validators: Validator[] | undefined
  return (value) => {
    validators ??= branches.map(({ schema }) =>
      compileSchema({ ...schema, ...schemaDefinitions(conversion) }),
    )
    const accepting = branches[validators.findIndex((validator) => validator.validate(value).ok)]
    if (accepting) return restoreWith(accepting.restore, value)
    const similar = branches.filter(({ schema }) => mentions(schema, jsonType(value)))
    return similar.length === 1 ? restoreWith(similar[0]?.restore, value) : value
  }
}

const mentions = ({ type, anyOf, $ref }: JsonObject, wanted: string): boolean =>
  [type].flat().includes(wanted) ||
  $ref !== undefined ||
  (Array.isArray(anyOf) && anyOf.some((branch: JsonObject) => mentions(branch, wanted)))
