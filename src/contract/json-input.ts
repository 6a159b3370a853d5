import { z } from 'zod'
import { isWithin, type JsonLimits } from './json-limits.ts'

/**
 * An object that a caller sends and whose fields are somebody else's; answers have `jsonObject`.
 */
export const jsonInput = (limits: JsonLimits) => bounded(z.record(z.string(), z.unknown()), limits)

/** The same with fields of ours among them. */
export const looseInput = <Shape extends z.ZodRawShape>(shape: Shape, limits: JsonLimits) =>
  bounded(z.looseObject(shape), limits)

/** Any JSON value that a caller sends. */
export const jsonValueInput = (limits: JsonLimits) => bounded(z.unknown(), limits)

/**
 * Besides its own keyword an object has extensions of ours, since JSON Schema knows none for these
 * bounds.
 */
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
  `must hold at most ${values} values and ${characters} characters, nested at most ${depth} levels deep`
