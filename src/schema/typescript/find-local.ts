import { splitAddress, stepsOfPointer } from '../compiler/addresses.ts'
import { isObject } from '../json-schema.ts'

/**
 * What a `$ref` within the document points at (`#`, `#/$defs/Label`); undefined for any other, and
 * where nothing is.
 */
export const findLocal = (root: unknown, reference: string): unknown => {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined
  const [, pointer] = splitAddress(reference)
  return stepsOfPointer(pointer).reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return value[Number(key)]
    return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
  }, root)
}
