import { decodeText } from './decode-text.ts'
import { measureJson } from './measure-json.ts'
import { UntrustedTextError } from './untrusted-text-error.ts'
import { tooDeep, tooManyValues } from './measure-value.ts'

export type JsonLimits = {
  maximumBytes: number
  maximumValues: number
  maximumDepth: number
  /** Integers that a number cannot hold exactly, such as ids of 64 bits, become their text. */
  keepsIntegers?: true
}

/**
 * Parses JSON synchronously. Values and levels are counted before parsing, since parsing costs time
 * and memory. Throws an `UntrustedTextError`.
 */
export const parseJson = (
  text: string | Uint8Array,
  { maximumBytes, maximumValues, maximumDepth, keepsIntegers }: JsonLimits,
  charset?: string,
): unknown => {
  if (text.length > maximumBytes)
    throw new UntrustedTextError('too_large', `is larger than ${maximumBytes} bytes`)
  const source = decodeText(text, charset).replace(/^\uFEFF/, '')
  const { depth, values } = measureJson(source)
  if (depth > maximumDepth) throw tooDeep(maximumDepth)
  if (values > maximumValues) throw tooManyValues(maximumValues)
  try {
    // A reviver takes several times as long, so only what may need it gets one.
    return keepsIntegers && /\d{16}/.test(source)
      ? JSON.parse(source, keepInteger)
      : JSON.parse(source)
  } catch (cause) {
    throw new UntrustedTextError('syntax', 'is not JSON', { cause })
  }
}

const keepInteger = (_key: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' &&
  !Number.isSafeInteger(value) &&
  context?.source !== undefined &&
  /^-?\d+$/.test(context.source)
    ? context.source
    : value
