import { createSecretKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { SecretsError } from './secrets-error.ts'

type RootKey = { version: string; key: KeyObject }

/**
 * The root keys by version. New data keys are wrapped with the current one; the others only unwrap.
 */
export type KeyRing = { current: RootKey; byVersion: ReadonlyMap<string, RootKey> }

/**
 * Parses a key ring: entries `version:key`, separated by commas, the current one first. A key is 32
 * bytes in base64.
 *
 * @example
 * parseKeyRing(`2:${createRootKey()},1:${formerKey}`)
 */
export const parseKeyRing = (text: string): KeyRing => {
  const entries = text.split(',').map((entry, index) => parseEntry(entry.trim(), index + 1))
  const byVersion = new Map<string, RootKey>()
  for (const entry of entries) {
    if (byVersion.has(entry.version))
      throw new SecretsError(
        `Two root keys have the version "${entry.version}"; use a different version for each`,
      )
    byVersion.set(entry.version, entry)
  }
  const [current] = entries
  if (!current) throw new SecretsError('The key ring is empty')
  return { current, byVersion }
}

// Errors name an entry by its index until its version is valid: a misplaced key must not end up in
// a log.
const parseEntry = (entry: string, place: number): RootKey => {
  const [, version, encoded] = /^([A-Za-z0-9_-]{1,32}):(.*)$/.exec(entry) ?? []
  if (version === undefined || encoded === undefined) {
    throw new SecretsError(
      `Root key ${place} is not of the form version:key, with a version of up to 32 letters, digits, _ or -`,
    )
  }
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(encoded))
    throw new SecretsError(`Root key ${place}, version "${version}", is not base64`)
  const key = Buffer.from(encoded, 'base64')
  if (key.length !== 32)
    throw new SecretsError(
      `Root key ${place}, version "${version}", has ${key.length} bytes instead of 32`,
    )
  return { version, key: createSecretKey(key) }
}
