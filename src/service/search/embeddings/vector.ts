/**
 * A direction, one byte per number: precise enough to order tools by, in an eighth of the memory.
 */
export type Vector = Int8Array

const largest = 127

/** Throws for values without a direction, which are no embedding. */
export const toVector = (embedding: readonly number[]): Vector => {
  const peak = embedding.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  if (!Number.isFinite(peak) || peak === 0)
    throw new TypeError('The embedding model returned numbers without a direction')
  return Int8Array.from(embedding, (value) => Math.round((value / peak) * largest))
}

/** From -1 to 1. */
export const toSimilarity = (one: Vector, other: Vector): number => {
  if (one.length !== other.length) return 0
  let product = 0
  let ofOne = 0
  let ofOther = 0
  for (let at = 0; at < one.length; at += 1) {
    const [a, b] = [one[at] ?? 0, other[at] ?? 0]
    product += a * b
    ofOne += a * a
    ofOther += b * b
  }
  return ofOne === 0 || ofOther === 0 ? 0 : product / Math.sqrt(ofOne * ofOther)
}

export const toText = (vector: Vector): string =>
  Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64')

export const fromText = (text: string): Vector => new Int8Array(Buffer.from(text, 'base64'))
