import { createHash } from 'node:crypto'
import { canonicalJson } from '../../platform/canonical-json.ts'
import { selectPath } from '../requests/select-path.ts'

/**
 * Identifies an item among those of an instance, by its whole content if it lacks a part of its
 * identity.
 */
export const itemKey = (item: unknown, identity: string[]): string => {
  const values = identity.map((path) => selectPath(item, path))
  return digest(
    canonicalJson(
      values.some((value) => value === undefined || value === null) ? ['whole', item] : values,
    ),
  )
}

/** The id of the event of an item: the same whenever and on whichever node it is found. */
export const eventIdOf = (instanceId: string, key: string): string =>
  `evt_${createHash('sha256').update(`${instanceId} ${key}`).digest('hex').slice(0, 32)}`

export const digest = (text: string | Uint8Array): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22)
