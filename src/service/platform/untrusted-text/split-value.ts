import type { JsonLimits } from './parse-json.ts'
import { isBranch, measureValue, type Branch } from './measure-value.ts'

/**
 * A part of a value that is sent to another thread. `open` begins an object or array, which
 * contains the following parts until `close`; `key` is its key in the enclosing one.
 */
export type Piece =
  | { value: unknown }
  | { open: 'object' | 'array'; key?: string | undefined }
  | { members: readonly (readonly [string, unknown])[] }
  | { items: readonly unknown[] }
  | { close: true }

/** What the other thread can process within a few milliseconds. */
const valuesInPiece = 20_000

/**
 * Splits a value into pieces of bounded size. Throws when it has more values or levels than the
 * limits allow.
 */
export const splitValue = function* (
  value: unknown,
  limits: Omit<JsonLimits, 'maximumBytes'>,
): Generator<Piece> {
  const { large } = measureValue(value, limits, valuesInPiece)
  if (isBranch(value) && large.has(value)) yield* splitBranch(value, undefined, large)
  else yield { value }
}

const splitBranch = function* (
  branch: Branch,
  key: string | undefined,
  large: ReadonlySet<Branch>,
): Generator<Piece> {
  const isArray = Array.isArray(branch)
  const toPiece = (batch: [string, unknown][]): Piece =>
    isArray ? { items: batch.map(([, member]) => member) } : { members: batch }
  yield { open: isArray ? 'array' : 'object', key }
  let batch: [string, unknown][] = []
  let values = 0
  for (const entry of Object.entries(branch)) {
    const [name, member] = entry
    const isLarge = isBranch(member) && large.has(member)
    values += isLarge ? valuesInPiece : count(member)
    if (!isLarge) batch.push(entry)
    if (values < valuesInPiece) continue
    if (batch.length > 0) yield toPiece(batch)
    batch = []
    values = 0
    if (isLarge) yield* splitBranch(member, name, large)
  }
  if (batch.length > 0) yield toPiece(batch)
  yield { close: true }
}

const count = (value: unknown): number =>
  isBranch(value) ? Object.values(value).reduce<number>((sum, member) => sum + count(member), 1) : 1
