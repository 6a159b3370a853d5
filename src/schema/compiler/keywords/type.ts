import { failMismatch, type Check, type Run } from '../check.ts'
import { stringsOf, type Keyword, type SchemaNode } from '../schema-node.ts'
import {
  describeType,
  describeTypes,
  inexactType,
  isIntegerOnly,
  nullType,
  typeNamed,
  typeOf,
} from '../types.ts'

/**
 * `type`, as a name or a list of names, with OpenAPI's `nullable`. Omitted if `enum` or `const`
 * already restrict the type.
 */
export const type: Keyword = (node) => {
  const types = typesOf(node)
  if (types === undefined || choicesOf(node)?.every((choice) => typeOf(choice) & types))
    return undefined
  return checkOf(types)
}

/**
 * The types that a schema allows, as bits; undefined when it has no `type`, or only unknown ones.
 */
export const typesOf = (node: SchemaNode): number | undefined => {
  const declared = node.get('type')
  const names = typeof declared === 'string' ? [declared] : stringsOf(declared)
  if (names.length === 0) return undefined
  let types = node.get('nullable') === true ? nullType : 0
  let isKnown = true
  for (const name of names) {
    const bits = typeNamed(name)
    if (bits === undefined)
      node.warn(`The type ${JSON.stringify(name)} is unknown; its values were accepted`)
    if (bits === undefined) isKnown = false
    else types |= bits
  }
  return isKnown ? types : undefined
}

const choicesOf = (node: SchemaNode): unknown[] | undefined => {
  const choices = node.get('enum')
  if (Array.isArray(choices)) return choices
  const constant = node.get('const')
  return constant === undefined ? undefined : [constant]
}

/** All schemas that allow the same types share one check. */
const checkOf = (types: number): Check => {
  const known = checks[types]
  if (known) return known
  const needsExact = isIntegerOnly(types)
  const check: Check = (value, run) =>
    ((typeOf(value) & types) !== 0 && !(needsExact && isRefused(value, run))) ||
    failMismatch(
      run,
      'type',
      () => describeTypes(types),
      () => (isRefused(value, run) ? inexactNumber : describeType(value, types)),
    )
  checks[types] = check
  bitsOf.set(check, needsExact ? types & ~inexactType : types)
  return check
}

const isRefused = (value: unknown, run: Run): boolean =>
  run.exactIntegers && typeOf(value) === inexactType

/** Without its value, which may be rounded and would be copied. */
const inexactNumber = 'a number too large to be exact, so pass all of its digits as a text'

const checks: (Check | undefined)[] = []

const bitsOf = new Map<Check, number>()

/**
 * The types by which a check judges alone, as bits; 0 if it does more. Loops over members compare
 * them in place: calling a check takes longer than the check.
 */
export const bitsOfCheck = (check: Check): number => bitsOf.get(check) ?? 0
