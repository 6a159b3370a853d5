import { z } from 'zod'
import { isWithin, type JsonLimits } from './json-limits.ts'

/** An object in a request whose fields the interface does not define. Answers use `jsonObject`. */
export const jsonInput = (limits: JsonLimits) => bounded(z.record(z.string(), z.unknown()), limits)

/** The same, with additional fields that the interface defines. */
export const looseInput = <Shape extends z.ZodRawShape>(shape: Shape, limits: JsonLimits) =>
  bounded(z.looseObject(shape), limits)

/** Any JSON value in a request. */
export const jsonValueInput = (limits: JsonLimits) => bounded(z.unknown(), limits)

/** Adds extension keywords to the JSON Schema, which has no keywords for these bounds. */
const bounded = <Schema extends z.ZodType>(schema: Schema, limits: JsonLimits): Schema =>
  schema
    .refine((value) => isWithin(value, limits), tooLarge(limits))
    .meta({
      ...(schema.type !== 'unknown' && { maxProperties: limits.values }),
      'x-max-values': limits.values,
      'x-max-depth': limits.depth,
      'x-max-characters': limits.characters,
    })

const tooLarge = ({ values, depth, characters }: JsonLimits): string =>
  `must have at most ${values} values and ${characters} characters, nested at most ${depth} levels deep`
