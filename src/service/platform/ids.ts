import { randomUUID } from 'node:crypto'
import { customAlphabet } from 'nanoid'
import { minuteMs } from './clock.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const bitsPerCharacter = Math.log2(alphabet.length)
const random = customAlphabet(alphabet)
const timeLength = 8

/** An id: the prefix and at least 96 random bits as letters and digits. */
export const createId = (prefix: string): string => prefix + randomText(96)

/**
 * An id that begins with its time in ms: rows that are written together lie together in an index,
 * however large the table is.
 */
export const createOrderedId = (prefix: string, ms: number = Date.now()): string =>
  prefix + timeText(ms) + randomText(96)

/** Sorts after the ordered ids that were made before this time, and before all others. */
export const orderedIdAt = (prefix: string, ms: number): string => prefix + timeText(ms)

/** When an ordered id was made, in ms; 0 for an empty one. */
export const timeOfOrderedId = (prefix: string, id: string): number => {
  let ms = 0
  for (const character of id.slice(prefix.length, prefix.length + timeLength))
    ms = ms * alphabet.length + alphabet.indexOf(character)
  return ms
}

/**
 * A key or token that cannot be guessed: the prefix and at least `bits` random bits as letters and
 * digits.
 */
export const createSecret = (prefix: string, bits = 160): string => prefix + randomText(bits)

export const createUuid = (): string => randomUUID()

/** A UUID (version 7) that sorts after the earlier ones of this process. */
export const createOrderedUuid = (): string => {
  // A clock that is set back by more than a minute was wrong before: its times are not kept.
  const read = Date.now()
  const now = lastMs - read > minuteMs ? read : Math.max(read, lastMs)
  count = now === lastMs ? count + 1 : 0
  lastMs = count > 0xfff ? now + 1 : now
  count &= 0xfff
  const time = lastMs.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count.toString(16).padStart(3, '0')}-${randomUUID().slice(19)}`
}

/** A different ordered UUID that sorts at the same position. */
export const renewUuid = (ordered: string): string => ordered.slice(0, 24) + randomUUID().slice(24)

let lastMs = 0
let count = 0

const randomText = (bits: number): string => random(Math.ceil(bits / bitsPerCharacter))

/** Eight characters hold the time until the year 8888. Sorts as the times do. */
const timeText = (ms: number): string => {
  let text = ''
  for (let rest = ms; text.length < timeLength; rest = Math.floor(rest / alphabet.length))
    text = (alphabet[rest % alphabet.length] ?? '') + text
  return text
}
