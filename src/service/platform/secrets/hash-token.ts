import { hash } from 'node:crypto'

/**
 * The hash by which a token is stored and looked up. For tokens of full entropy only: a password
 * needs a slow hash.
 */
export const hashToken = (token: string): string => hash('sha256', token, 'base64url')
