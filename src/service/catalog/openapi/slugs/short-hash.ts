import { createHash } from 'node:crypto'

/** Six characters of `[A-Z0-9]`, stable across imports. */
export const shortHash = (text: string): string =>
  createHash('sha256')
    .update(text)
    .digest()
    .readUIntBE(0, 6)
    .toString(36)
    .toUpperCase()
    .padStart(6, '0')
    .slice(-6)
