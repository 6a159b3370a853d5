import { PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/server'
import { isObject } from '../../../../schema/json-schema.ts'

export type VersionedRequest = {
  id: string | number
  method: string
  params: Record<string, unknown>
}

/**
 * Parses a message that names its revision, as all requests of 2026-07-28 do; `undefined` for other
 * messages.
 */
export const readVersionedRequest = (body: unknown): VersionedRequest | undefined => {
  if (!isObject(body)) return undefined
  const { id, method, params } = body
  if (
    (typeof id !== 'string' && typeof id !== 'number') ||
    typeof method !== 'string' ||
    method === 'initialize' ||
    !isObject(params)
  )
    return undefined
  const { _meta: meta } = params
  return isObject(meta) && typeof meta[PROTOCOL_VERSION_META_KEY] === 'string'
    ? { id, method, params }
    : undefined
}
