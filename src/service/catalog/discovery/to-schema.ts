import { escapeSegment } from '../openapi/document/resolve-reference.ts'
import {
  isJsonObject,
  toJsonObject,
  toList,
  toText,
  type JsonObject,
} from '../openapi/document/json-object.ts'

/**
 * A schema of a Discovery document as one of OpenAPI 3.0.
 *
 * Schemas refer to each other by name. Limits and defaults are texts there, and a value of the type
 * `any` has no type.
 */
export const toSchema = (schema: unknown): JsonObject => {
  const value = toJsonObject(schema)
  const description = describe(value)
  const about = {
    ...(description !== '' && { description }),
    ...(value.readOnly === true && { readOnly: true }),
    ...(value.deprecated === true && { deprecated: true }),
  }
  if (typeof value.$ref === 'string') return { $ref: toPointer(value.$ref), ...about }
  const variants = toList(toJsonObject(value.variant).map).map(toJsonObject)
  return {
    ...about,
    ...toType(value),
    ...(variants.length > 0 && {
      anyOf: variants.map(({ $ref }) => ({ $ref: toPointer(toText($ref)) })),
    }),
    ...(isJsonObject(value.items) && { items: toSchema(value.items) }),
    ...(isJsonObject(value.properties) && toProperties(value.properties)),
    ...(isJsonObject(value.additionalProperties) && {
      additionalProperties: toSchema(value.additionalProperties),
    }),
  }
}

const toPointer = (name: string): string => `#/components/schemas/${escapeSegment(name)}`

const toType = ({ type, format, pattern, minimum, maximum, ...value }: JsonObject): JsonObject => {
  const isNumber = type === 'integer' || type === 'number'
  const limits = isNumber ? { minimum: toNumber(minimum), maximum: toNumber(maximum) } : {}
  const initial = toDefault(type, value.default)
  return {
    ...(typeof type === 'string' && type !== 'any' && { type }),
    ...(typeof format === 'string' && { format }),
    ...(typeof pattern === 'string' && { pattern }),
    ...(Array.isArray(value.enum) && { enum: value.enum }),
    ...Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined)),
    ...(initial !== undefined && { default: initial }),
  }
}

const toProperties = (properties: JsonObject): JsonObject => {
  const required = Object.entries(properties)
    .filter(([, property]) => toJsonObject(property).required === true)
    .map(([name]) => name)
  return {
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, toSchema(property)]),
    ),
    ...(required.length > 0 && { required }),
  }
}

/** What each value of an enum means belongs to the description. */
const describe = ({ description, enum: values, enumDescriptions }: JsonObject): string => {
  const meanings = toList(values).flatMap((value, index) => {
    const meaning = toText(toList(enumDescriptions)[index])
    return meaning === '' ? [] : [`- \`${String(value)}\`: ${meaning}`]
  })
  const lines = [toText(description), ...meanings].filter((line) => line !== '')
  return lines.join('\n')
}

const toDefault = (type: unknown, value: unknown): unknown => {
  if (value === undefined || value === null || value === '') return undefined
  if (type === 'boolean') return value === true || value === 'true'
  if (type === 'integer' || type === 'number') return toNumber(value)
  return value
}

const toNumber = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
