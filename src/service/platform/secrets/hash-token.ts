import { hash } from 'node:crypto'

/**
 * What is stored of a token, and looked up by. For tokens of full entropy only: a password needs a
 * slow hash.
 */
export const hashToken = (token: string): string => hash('sha256', token, 'base64url')
