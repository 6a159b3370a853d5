import { parse as parseYaml, YAMLError } from 'yaml'
import { decodeText } from './decode-text.ts'
import { measureYaml } from './measure-yaml.ts'
import { parseJson, type JsonLimits } from './parse-json.ts'
import { UntrustedTextError } from './untrusted-text-error.ts'
import { tooManyValues, measureValue } from './measure-value.ts'

export type TextLimits = JsonLimits & {
  /** Formats accepted in addition to JSON. */
  yaml?: {
    /** Counted by `measureYaml`. YAML takes some twenty times as long as JSON to parse. */
    maximumValues: number
  }
}

/** Parses JSON, or YAML if the limits allow it, synchronously. Throws an `UntrustedTextError`. */
export const parseText = (
  text: string | Uint8Array,
  limits: TextLimits,
  charset?: string,
): unknown => {
  const source = decodeText(text, charset)
  let inJson: string | undefined
  if (!limits.yaml || /^\s*[{[]/.test(source)) {
    try {
      return parseJson(source, limits)
    } catch (error) {
      // YAML in flow style begins with a brace too, so a text that is not valid JSON is tried as
      // YAML.
      if (!limits.yaml || !(error instanceof UntrustedTextError) || error.kind !== 'syntax')
        throw error
      inJson = placeInJson(source, error)
    }
  }
  return parseAsYaml(source, limits, limits.yaml.maximumValues, inJson)
}

/** `inJson`: where it is no JSON, of a text that begins as JSON does. */
const parseAsYaml = (
  source: string,
  limits: TextLimits,
  maximumValues: number,
  inJson: string | undefined,
): unknown => {
  if (measureYaml(source) > maximumValues) throw tooManyValues(maximumValues)
  const value = readYaml(source, inJson)
  // The depth is known only now, and aliases add values.
  measureValue(value, limits, maximumValues)
  return value
}

const readYaml = (source: string, inJson: string | undefined): unknown => {
  try {
    return parseYaml(source, { logLevel: 'error' })
  } catch (cause) {
    if (
      cause instanceof RangeError ||
      (cause instanceof YAMLError && cause.code === 'RESOURCE_EXHAUSTION')
    )
      throw new UntrustedTextError('too_large', 'is nested too deeply', { cause })
    throw new UntrustedTextError('syntax', `is neither JSON nor YAML${inJson ?? placeOf(cause)}`, {
      cause,
    })
  }
}

/**
 * Where a text stops being JSON, without the parser's message, which may quote it. Undefined for what
 * may be YAML: a name without quotation marks, or an error whose place is unknown.
 */
const placeInJson = (source: string, { cause }: UntrustedTextError): string | undefined => {
  if (!(cause instanceof Error) || !/^\s*[{[]\s*["{[]/.test(source)) return undefined
  if (/^Unexpected end|^Unterminated string/.test(cause.message)) {
    const lines = source.split('\n')
    return `: ends too early at line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`
  }
  const [, line, column] = /\(line (\d+) column (\d+)\)$/.exec(cause.message) ?? []
  return line === undefined ? undefined : `: unexpected text at line ${line}, column ${column}`
}

/** Replaces the parser's message, which may quote the text. */
const placeOf = (error: unknown): string => {
  if (!(error instanceof YAMLError)) return ''
  const [start] = error.linePos ?? []
  const name = error.code.toLowerCase().replaceAll('_', ' ')
  return start ? `: ${name} at line ${start.line}, column ${start.col}` : `: ${name}`
}
