import { randomBytes } from 'node:crypto'

/**
 * A new root key, as base64. Give it a version to make it an entry of the key ring:
 * `2:${createRootKey()}`.
 */
export const createRootKey = (): string => randomBytes(32).toString('base64')
