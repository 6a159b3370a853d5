import { createHash } from 'node:crypto'
import { canonicalJson } from '../../platform/canonical-json.ts'
import { selectPath } from '../requests/select-path.ts'

/**
 * What tells an item from others of the same instance; an item that lacks its identity is known by
 * all that it is.
 */
export const itemKey = (item: unknown, identity: string[]): string => {
  const values = identity.map((path) => selectPath(item, path))
  return digest(
    canonicalJson(
      values.some((value) => value === undefined || value === null) ? ['whole', item] : values,
    ),
  )
}

/** The id of what an item fires: the same whenever and on whichever node it is found. */
export const eventIdOf = (instanceId: string, key: string): string =>
  `evt_${createHash('sha256').update(`${instanceId} ${key}`).digest('hex').slice(0, 32)}`

export const digest = (text: string | Uint8Array): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22)
