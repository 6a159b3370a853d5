import type { ParameterTemplate } from '../../catalog/index.ts'
import { parameterText } from './parameter-text.ts'
import { percentEncode, percentEncodeReserved } from './percent-encode.ts'

/** The query without its `?`; empty when no parameter has a value. */
export const buildQuery = (
  parameters: ParameterTemplate[],
  values: Record<string, unknown>,
): string =>
  parameters
    .map((parameter) =>
      parameterText(
        parameter,
        values[parameter.argument],
        parameter.allowReserved ? percentEncodeReserved : percentEncode,
      ),
    )
    .filter((text) => text !== undefined && text !== '')
    .join('&')
