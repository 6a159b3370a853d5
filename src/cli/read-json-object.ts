import { parseExact } from '../schema/parse-exact.ts'
import { CliError } from './cli-error.ts'

/**
 * Parses the JSON object of an option; `-` reads it from standard input. Integers that no number holds
 * exactly, such as ids of 64 bits, become texts.
 */
export const readJsonObject = async (
  option: string,
  given: string,
  example: string,
): Promise<Record<string, unknown>> => {
  const { readStandardInput } = await import('./read-standard-input.ts')
  const value = parseJson(given === '-' ? await readStandardInput() : given)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw new CliError(`${option} is not a JSON object`, {
    suggestedFix: `Put it in single quotes: ${option} '${example}'`,
  })
}

const parseJson = (text: string): unknown => {
  try {
    return parseExact(text)
  } catch {
    return undefined
  }
}
