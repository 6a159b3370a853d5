/** A set of small whole numbers, one bit each. */
export type Bits = Uint8Array

export const createBits = (size: number): Bits => new Uint8Array((size + 7) >> 3)

export const hasBit = (bits: Bits, position: number): boolean =>
  ((bits[position >> 3] ?? 0) & (1 << (position & 7))) !== 0

export const setBit = (bits: Bits, position: number): void => {
  bits[position >> 3] = (bits[position >> 3] ?? 0) | (1 << (position & 7))
}
