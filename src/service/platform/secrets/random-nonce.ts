import { randomFillSync } from 'node:crypto'

const poolBytes = 12 * 1024

const pool = Buffer.alloc(poolBytes)
let used = poolBytes

/**
 * Returns random bytes that are never reused. They are read from the system in batches, which costs
 * a fraction of single reads.
 */
export const randomNonce = (bytes: number): Buffer => {
  if (used + bytes > poolBytes) {
    randomFillSync(pool)
    used = 0
  }
  used += bytes
  return Buffer.from(pool.subarray(used - bytes, used))
}
