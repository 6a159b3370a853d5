import type { ParameterTemplate } from '../../catalog/index.ts'
import { parameterText } from './parameter-text.ts'
import { percentEncode } from './percent-encode.ts'
import { RequestBuildError } from './request-build-error.ts'

/**
 * Header parameters as they are, cookie parameters percent-encoded in one `cookie` header. Names
 * are lower case.
 */
export const buildHeaders = (
  parameters: ParameterTemplate[],
  values: Record<string, unknown>,
): Record<string, string> => {
  const headers = parameters
    .filter((parameter) => parameter.in === 'header')
    .map(
      (parameter) =>
        [parameter, parameterText(parameter, values[parameter.argument], (text) => text)] as const,
    )
    .flatMap(([{ name, argument }, text]) =>
      text === undefined ? [] : [[name.toLowerCase(), checked(argument, text)] as const],
    )
  const cookies = parameters
    .filter((parameter) => parameter.in === 'cookie')
    .map((parameter) => parameterText(parameter, values[parameter.argument], percentEncode, '; '))
    .filter((text) => text !== undefined && text !== '')
  return {
    ...Object.fromEntries(headers),
    ...(cookies.length > 0 && { cookie: cookies.join('; ') }),
  }
}

/** A line break would let the caller inject a header. */
const checked = (argument: string, text: string): string => {
  if (/[^\t\x20-\x7e\x80-\xff]/.test(text)) {
    const rule =
      'line breaks, control characters and characters beyond Latin-1 are not possible there'
    throw new RequestBuildError(argument, `Argument "${argument}" is sent as a header: ${rule}`)
  }
  return text
}
