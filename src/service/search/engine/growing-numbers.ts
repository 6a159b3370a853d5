type NumberArray = Uint8Array | Uint16Array | Uint32Array | Int32Array

export type GrowingNumbers<Numbers extends NumberArray> = ReturnType<
  typeof createGrowingNumbers<Numbers>
>

/** A typed array that grows while a segment is built. */
export const createGrowingNumbers = <Numbers extends NumberArray>(
  create: (size: number) => Numbers,
) => {
  let values = create(64)
  let length = 0
  return {
    push: (value: number): void => {
      if (length === values.length) {
        const larger = create(length * 2)
        larger.set(values)
        values = larger
      }
      values[length++] = value
    },
    get length() {
      return length
    },
    /** A copy of exactly its length. */
    toArray: (): Numbers => {
      const exact = create(length)
      exact.set(values.subarray(0, length))
      return exact
    },
  }
}
