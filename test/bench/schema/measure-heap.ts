import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { execFile } from 'node:child_process'
import { rate, type RatedFigure } from '../figures/figure.ts'
import type { Heap } from './hold-tools.ts'
import type { NamedSchema } from '../../schema/collected-tools.ts'

/**
 * What 1,000 converted schemas hold of the heap, each way of conversion in a process of its own.
 */
export const measureHeap = async (
  schemas: readonly NamedSchema[],
  count: number,
): Promise<RatedFigure[]> => {
  const step = Math.max(1, Math.floor(schemas.length / count))
  const given = schemas
    .filter((_, index) => index % step === 0)
    .slice(0, count)
    .map(({ schema }) => schema)
  const [ours, theirs] = [await hold('toZod', given), await hold('z.fromJSONSchema', given)]
  const figure = (name: string, key: keyof Heap, atMost: number): RatedFigure =>
    rate({
      name: `heap of ${given.length} schemas, ${name}`,
      ours: { value: ours[key], unit: 'MB' },
      reference: { value: theirs[key], unit: 'MB', name: 'z.fromJSONSchema' },
      bar: { of: 'ratio', atMost },
      note: 'beside the JSON Schemas themselves',
    })
  return [figure('converted', 'converted', 0.2), figure('after the first parse', 'parsed', 0.5)]
}

const hold = async (converter: string, schemas: readonly unknown[]): Promise<Heap> => {
  const script = fileURLToPath(new URL('hold-tools.ts', import.meta.url))
  const child = promisify(execFile)(
    process.execPath,
    ['--expose-gc', '-C', 'plugboard-source', script, converter],
    { maxBuffer: 1e6 },
  )
  child.child.stdin?.end(JSON.stringify(schemas))
  return JSON.parse((await child).stdout) as Heap
}
