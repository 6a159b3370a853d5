import { createRootKey, parseKeyRing } from '../../service/platform/secrets/index.ts'

/** Creates a new entry for a key ring, with an unused version and a random key. */
export const nextRootKey = (ring: string): { version: string; entry: string; current: string } => {
  const { byVersion, current } = parseKeyRing(ring)
  const numbers = [...byVersion.keys()].filter((version) => /^\d{1,9}$/.test(version)).map(Number)
  const version = String(Math.max(0, ...numbers) + 1)
  return { version, entry: `${version}:${createRootKey()}`, current: current.version }
}
