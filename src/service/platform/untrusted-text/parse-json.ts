import { decodeText } from './decode-text.ts'
import { measureJson } from './measure-json.ts'
import { UntrustedTextError } from './untrusted-text-error.ts'
import { tooDeep, tooManyValues } from './measure-value.ts'

export type JsonLimits = { maximumBytes: number; maximumValues: number; maximumDepth: number }

/**
 * Parses JSON synchronously. Values and levels are counted before parsing, since parsing costs time
 * and memory. Throws an `UntrustedTextError`.
 */
export const parseJson = (
  text: string | Uint8Array,
  { maximumBytes, maximumValues, maximumDepth }: JsonLimits,
  charset?: string,
): unknown => {
  if (text.length > maximumBytes)
    throw new UntrustedTextError('too_large', `is larger than ${maximumBytes} bytes`)
  const source = decodeText(text, charset).replace(/^\uFEFF/, '')
  const { depth, values } = measureJson(source)
  if (depth > maximumDepth) throw tooDeep(maximumDepth)
  if (values > maximumValues) throw tooManyValues(maximumValues)
  try {
    return JSON.parse(source) as unknown
  } catch (cause) {
    throw new UntrustedTextError('syntax', 'is not JSON', { cause })
  }
}
