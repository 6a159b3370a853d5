import { createHash } from 'node:crypto'
import { canonicalJson } from '../../platform/canonical-json.ts'
import { isExactInteger } from '../../../schema/parse-exact.ts'
import { selectPath } from '../requests/select-path.ts'

/**
 * Identifies an item among those of an instance, by its whole content if it lacks a part of its
 * identity.
 */
export const itemKey = (item: unknown, identity: string[]): string =>
  digest(identityOf(item, identity))

/**
 * The key of an item, and the one that it had while integers beyond 2^53 were rounded, so that what
 * fired before an upgrade does not fire again after it. Most items have no such integer.
 */
export const itemKeys = (
  item: unknown,
  identity: string[],
): { key: string; roundedKey: string | undefined } => {
  const exact = identityOf(item, identity)
  const rounded = exact.replaceAll(/"(-?\d{16,39})"(?!:)/g, (quoted, text: string) =>
    isExactInteger(text) ? JSON.stringify(Number(text)) : quoted,
  )
  return { key: digest(exact), roundedKey: rounded === exact ? undefined : digest(rounded) }
}

const identityOf = (item: unknown, identity: string[]): string => {
  const values = identity.map((path) => selectPath(item, path))
  return canonicalJson(
    values.some((value) => value === undefined || value === null) ? ['whole', item] : values,
  )
}

/** The id of the event of an item: the same whenever and on whichever node it is found. */
export const eventIdOf = (instanceId: string, key: string): string =>
  `evt_${createHash('sha256').update(`${instanceId} ${key}`).digest('hex').slice(0, 32)}`

export const digest = (text: string | Uint8Array): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22)
