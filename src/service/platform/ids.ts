import { randomUUID } from 'node:crypto'
import { customAlphabet } from 'nanoid'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const bitsPerCharacter = Math.log2(alphabet.length)
const random = customAlphabet(alphabet)

/** An identifier: the prefix and at least 96 random bits as letters and digits. */
export const createId = (prefix: string): string => prefix + randomText(96)

/** A key or token nobody can guess: the prefix and at least `bits` random bits as letters and digits. */
export const createSecret = (prefix: string, bits = 160): string => prefix + randomText(bits)

export const createUuid = (): string => randomUUID()

const randomText = (bits: number): string => random(Math.ceil(bits / bitsPerCharacter))
