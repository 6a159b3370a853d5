import { createHash } from 'node:crypto'

/** Consonants that are not confused with one another and spell no words (RFC 8628 section 6.1). */
const alphabet = 'BCDFGHJKLMNPQRSTVWXZ'
const base = BigInt(alphabet.length)
const length = 8

/**
 * A code for people to type, such as `BDWP-HQPK`. It has only 34 bits of a secret seed, so the
 * verifier must limit the attempts.
 *
 * The same seed gives the same code, so a caller that can derive the seed need not store the code.
 */
export const toShortCode = (seed: string): string => {
  const digest = createHash('sha256').update(`short code ${seed}`).digest('hex')
  let rest = BigInt(`0x${digest}`)
  let code = ''
  for (let index = 0; index < length; index++) {
    code += alphabet[Number(rest % base)]
    rest /= base
  }
  return `${code.slice(0, 4)}-${code.slice(4)}`
}
