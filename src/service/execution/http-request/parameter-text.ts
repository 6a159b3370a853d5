import type { ParameterTemplate } from '../../catalog/index.ts'
import { serializeValue, toText, type Encode } from './serialize-value.ts'

/**
 * A serialized parameter, undefined when its value is absent. In a query or a cookie it is
 * `name=value`.
 *
 * A parameter with a declared media type is written in it: JSON as JSON, all else as text.
 */
export const parameterText = (
  parameter: ParameterTemplate,
  value: unknown,
  encode: Encode,
  separator = '&',
): string | undefined => {
  if (value === undefined || value === null) return undefined
  if (parameter.contentType === undefined)
    return serializeValue(parameter, value, encode, separator)
  const text = /[/+]json\b/i.test(parameter.contentType) ? JSON.stringify(value) : toText(value)
  return serializeValue({ ...parameter, explode: false }, text, encode, separator)
}
