import { randomBytes } from 'node:crypto'

/**
 * Creates a root key, as base64. Prefix a version to make it an entry of the key ring:
 * `2:${createRootKey()}`.
 */
export const createRootKey = (): string => randomBytes(32).toString('base64')
