import { isObject, type JsonObject } from '../json-schema.ts'
import type { SizeLimits } from './limits.ts'

/** Returns which limit of a family a converted schema exceeds, as a sentence; undefined if none. */
export const exceededLimit = (schema: JsonObject, limits: SizeLimits): string | undefined => {
  const size = { properties: 0, depth: 0, textLength: 0, enumValues: 0, longEnum: 0 }
  const visit = (node: unknown, depth: number): void => {
    if (!isObject(node)) return
    const { properties, items, anyOf, enum: values, $defs } = node
    const level = depth + (properties !== undefined || items !== undefined ? 1 : 0)
    size.depth = Math.max(size.depth, level)
    for (const [name, property] of Object.entries(isObject(properties) ? properties : {})) {
      size.properties += 1
      size.textLength += name.length
      visit(property, level)
    }
    visit(items, level)
    if (Array.isArray(anyOf)) for (const branch of anyOf) visit(branch, level)
    if (Array.isArray(values)) {
      const length = values.reduce((sum: number, value: unknown) => sum + String(value).length, 0)
      size.enumValues += values.length
      size.textLength += length
      if (values.length > limits.longEnum.values) size.longEnum = Math.max(size.longEnum, length)
    }
    for (const [name, definition] of Object.entries(isObject($defs) ? $defs : {})) {
      size.textLength += name.length
      visit(definition, 0)
    }
  }
  visit(schema, 0)
  if (size.properties > limits.properties)
    return `It has ${size.properties} properties; the limit is ${limits.properties}`
  if (size.depth > limits.depth)
    return `Its objects and arrays are ${size.depth} levels deep; the limit is ${limits.depth}`
  if (size.textLength > limits.textLength)
    return `Its names and enum values have ${size.textLength} characters; the limit is ${limits.textLength}`
  if (size.enumValues > limits.enumValues)
    return `It has ${size.enumValues} enum values; the limit is ${limits.enumValues}`
  if (size.longEnum > limits.longEnum.textLength)
    return `A long enum has ${size.longEnum} characters; the limit is ${limits.longEnum.textLength}`
  return undefined
}
