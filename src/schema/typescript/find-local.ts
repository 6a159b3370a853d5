import { splitAddress, stepsOfPointer } from '../compiler/addresses.ts'
import { isObject } from '../json-schema.ts'

/**
 * The target of a `$ref` within the document (`#`, `#/$defs/Label`); undefined for other references
 * and missing targets.
 */
export const findLocal = (root: unknown, reference: string): unknown => {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined
  const [, pointer] = splitAddress(reference)
  return stepsOfPointer(pointer).reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return value[Number(key)]
    return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
  }, root)
}
