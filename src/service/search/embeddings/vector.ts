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

export const lengthOf = (vector: Vector): number => {
  let squares = 0
  for (const value of vector) squares += value * value
  return Math.sqrt(squares)
}

export const toText = (vector: Vector): string =>
  Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64')

export const fromText = (text: string): Vector => new Int8Array(Buffer.from(text, 'base64'))
