import { openValues, type Credential } from '../accounts/index.ts'
import {
  fillAccountText,
  fillAccountValues,
  type CatalogTool,
  type Toolkit,
} from '../catalog/index.ts'
import { NoConnection } from './tool-failure.ts'

type Call = { tool: CatalogTool; toolkit: Toolkit; arguments: Record<string, unknown> }

/**
 * The arguments of a call with those that the service supplies. They are validated with the tool and
 * filled from the account; neither a model nor the log sees them.
 */
export const supplyArguments = (
  { tool, toolkit, arguments: given }: Call,
  credential: Credential | undefined,
): Record<string, unknown> => {
  const { supplied } = tool.definition
  if (!supplied) return given
  const values = credential ? openValues(credential) : {}
  const entries = Object.entries(supplied).flatMap(
    ([argument, { value, mode }]): [string, unknown][] => {
      if (mode === 'default' && given[argument] !== undefined) return []
      const result = fillAccountValues(value, values)
      if ('filled' in result) return [[argument, result.filled]]
      if (mode === 'default') return []
      throw missingValue(tool, toolkit, result.missing)
    },
  )
  return { ...given, ...Object.fromEntries(entries) }
}

/** The headers of every request to a toolkit's API, in lower case. */
export const toolkitHeaders = (
  { definition: { headers } }: Toolkit,
  credential: Credential | undefined,
): Record<string, string> => {
  if (!headers) return {}
  const values = credential ? openValues(credential) : {}
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      const result = fillAccountText(value, values)
      return 'filled' in result ? [[name.toLowerCase(), result.filled]] : []
    }),
  )
}

const missingValue = (tool: CatalogTool, { definition }: Toolkit, name: string): NoConnection => {
  const isLookedUp = definition.account?.look_ups.some(({ set }) => Object.hasOwn(set, name))
  const how = isLookedUp
    ? 'it is looked up when an account is connected'
    : 'it is given when an account is connected'
  return new NoConnection(
    `${tool.definition.slug} needs the value "${name}" of the account, which it does not have: ${how}. Connect the account again, then call the tool again.`,
    { missing_value: name },
  )
}
