import { z } from 'zod'

/** A map with a maximum number of entries, which is also in its JSON Schema. */
export const mapOf = <Key extends z.ZodType<string, string>, Value extends z.ZodType>(
  key: Key,
  value: Value,
  maximum: number,
) =>
  z
    .record(key, value)
    .refine((entries) => Object.keys(entries).length <= maximum, `must be at most ${maximum}`)
    .meta({ maxProperties: maximum })
