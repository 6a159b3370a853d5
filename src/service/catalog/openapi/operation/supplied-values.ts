import type { SuppliedArgument } from '../../definitions.ts'
import { toJsonObject, type JsonObject } from '../document/json-object.ts'
import type { OpenApiDocument } from '../document/open-document.ts'
import { resolveReference } from '../document/resolve-reference.ts'
import type { Body } from './read-body.ts'
import type { Parameter } from './read-parameters.ts'

/**
 * The value that the service sends for a parameter; undefined where the caller gives it.
 *
 * The only value of a required parameter is fixed. Headers are sent with their default, since many
 * servers refuse a request without one that they call optional, such as a version. Of the others
 * only a required one is: a server that has a default for an optional one needs not be sent it, and
 * some refuse two options beside each other.
 */
export const suppliedParameter = (
  document: OpenApiDocument,
  { name, in: place, required, schema }: Parameter,
): SuppliedArgument | undefined => {
  const resolved = toJsonObject(resolveReference(document.root, schema).value)
  const only = required ? onlyValue(resolved) : undefined
  if (only !== undefined) return { value: only, mode: 'fixed' }
  const value = toJsonObject(schema).default ?? resolved.default
  if (!isValue(value) || !isAllowed(resolved, value)) return undefined
  const isSent =
    place === 'header' || (place === 'path' ? isSelf(value) : required || isVersion(name))
  return isSent ? { value, mode: 'default' } : undefined
}

/** The constants among the required properties of a body, by name. */
export const constantProperties = (
  document: OpenApiDocument,
  { flat }: Pick<Body, 'flat'>,
): Map<string, SuppliedArgument> =>
  new Map(
    (flat?.required ?? []).flatMap((name) => {
      const property = flat && Object.hasOwn(flat.properties, name) ? flat.properties[name] : {}
      const value = onlyValue(toJsonObject(resolveReference(document.root, property).value))
      return value === undefined ? [] : [[name, { value, mode: 'fixed' }] as const]
    }),
  )

/**
 * `const`, or the one value of `enum`. A consent, `true`, is left to the caller, although nothing
 * else is accepted.
 */
const onlyValue = ({ const: constant, enum: choices }: JsonObject): string | number | undefined => {
  const value: unknown =
    constant ?? (Array.isArray(choices) && choices.length === 1 ? choices[0] : undefined)
  return isValue(value) && typeof value !== 'boolean' ? value : undefined
}

const longestText = 1_000

/** An example in the place of a value is none, nor is what would be filled from the account. */
const isValue = (value: unknown): value is string | number | boolean =>
  typeof value === 'string'
    ? value !== '' &&
      value.length <= longestText &&
      !/\{account\.|^(?:string|<.*>|\{.*\}|\[.*\]|x{3,}|your[-_ ].*)$/i.test(value)
    : typeof value === 'number' || typeof value === 'boolean'

const isAllowed = ({ enum: choices }: JsonObject, value: unknown): boolean =>
  !Array.isArray(choices) || choices.includes(value)

/** The default of a part of the path names a record, which nobody may have meant. */
const isSelf = (value: unknown): boolean =>
  typeof value === 'string' && /^(?:@?me|self|current|default|primary|~|-|v\d[\w.]*)$/i.test(value)

const isVersion = (name: string): boolean => /^(?:x-)?(?:api[-_]?)?version$|^v$/i.test(name)
