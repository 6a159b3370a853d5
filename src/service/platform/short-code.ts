import { customAlphabet } from 'nanoid'

// Crockford's base 32: no letters that look like digits. Eight of them hold 40 bits, so whoever
// takes such a code bounds the attempts.
const random = customAlphabet('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 4)

/** Codes that people read off one screen and type in elsewhere, such as `7K3M-Q9TX`. */
export const shortCode = {
  create: (): string => `${random()}-${random()}`,
  /** One spelling for all that people make of a code. */
  normalize: (typed: string): string =>
    typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1'),
}
