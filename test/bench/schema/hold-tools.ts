import { json } from 'node:stream/consumers'
import { z } from 'zod'
import { sampleValue } from '../../schema/sample-values.ts'
import { tryConvert } from './converters.ts'

/** Megabytes. */
export type Heap = { converted: number; parsed: number }

/**
 * Reads schemas from its input, converts and uses them as it is told, and says what that holds of
 * the heap.
 */
const schemas = (await json(process.stdin)) as Record<string, unknown>[]
const converter = process.argv[2] ?? ''
const values = schemas.map((schema) => sampleValue(schema))

/** What the first conversion sets up belongs to no schema. */
const warmUp = () => {
  const type = tryConvert(converter, { type: 'object', properties: { a: { type: 'string' } } })
  if (!(type instanceof Error)) type.safeParse({ a: 1 })
  z.string().safeParse(1)
}

const heapUsed = (): number => {
  globalThis.gc?.()
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 1e6
}

warmUp()
const before = heapUsed()
const types = schemas.map((schema) => tryConvert(converter, schema))
const converted = heapUsed() - before
for (const [index, type] of types.entries())
  if (!(type instanceof Error)) type.safeParse(values[index])
const parsed = heapUsed() - before
console.log(JSON.stringify({ converted, parsed } satisfies Heap))
// Held until here.
if (types.length !== schemas.length) throw new Error('Some schemas were lost')
