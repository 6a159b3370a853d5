import { parse } from 'yaml'

/**
 * Reads the text of an API description, JSON or YAML.
 *
 * Parsing is one uninterrupted piece of work: about 100 ms for 13 MB of JSON, seconds for as much YAML.
 */
export const parseDocument = (text: string): unknown => {
  const source = text.replace(/^\uFEFF/, '')
  // YAML in flow style begins with a brace, too, so JSON that fails gets a second reader.
  return (/^\s*[{[]/.test(source) ? parseJson(source) : undefined) ?? parseYaml(source)
}

const parseJson = (source: string): unknown => {
  try {
    return JSON.parse(source)
  } catch {
    return undefined
  }
}

const parseYaml = (source: string): unknown => {
  try {
    return parse(source, { logLevel: 'error' })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split('\n', 1)[0] : String(cause)
    throw new Error(`The description is neither JSON nor YAML: ${reason}`, { cause })
  }
}
