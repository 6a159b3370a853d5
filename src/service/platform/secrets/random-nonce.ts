import { randomFillSync } from 'node:crypto'

const poolBytes = 12 * 1024

const pool = Buffer.alloc(poolBytes)
let used = poolBytes

/**
 * Random bytes that are handed out once. Asking the system for many at a time costs a fraction of
 * asking for each.
 */
export const randomNonce = (bytes: number): Buffer => {
  if (used + bytes > poolBytes) {
    randomFillSync(pool)
    used = 0
  }
  used += bytes
  return Buffer.from(pool.subarray(used - bytes, used))
}
