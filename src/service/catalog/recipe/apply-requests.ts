import type { RequestRules } from '../../../contract/recipe/requests.ts'
import type { JsonSchema, ToolDefinition } from '../definitions.ts'
import { isObject } from '../../../schema/json-schema.ts'
import { appliesTo } from '../applies-to.ts'
import { isOfAccount } from './account-values.ts'

/**
 * A rule of a recipe that fits nothing, by its path, and what it names; or a slug that belongs to
 * another toolkit.
 */
export type Unmatched = { at: string; what: string; isTaken?: true }

/**
 * Applies what every request of a toolkit holds to each of its tools: an argument with a fixed
 * value, and a hidden one, leaves the input schema; the service supplies values at each call.
 */
export const applyRequests = (
  tools: readonly ToolDefinition[],
  { headers, parameters, hidden }: RequestRules,
): { tools: ToolDefinition[]; unmatched: Unmatched[] } => {
  const used = new Set<string>()
  const mark = (at: string) => used.add(at)
  const applied = tools.map((tool) => {
    const withValues = parameters.reduce((changed, { name, value, mode, ...rule }, index) => {
      const argument = appliesTo(rule.applies_to, tool) ? argumentOf(changed, name) : undefined
      if (argument === undefined) return changed
      mark(`recipe.requests.parameters.${index}`)
      return supply(changed, argument, { value, mode })
    }, tool)
    const withoutHidden = hidden.reduce((changed, { name, applies_to: patterns }, index) => {
      const argument = appliesTo(patterns, tool) ? argumentOf(changed, name) : undefined
      if (argument === undefined || isInPath(changed, argument)) return changed
      mark(`recipe.requests.hidden.${index}`)
      return hide(changed, argument)
    }, withValues)
    return Object.keys(headers).reduce(withoutHeader, withoutHidden)
  })
  const rules = [
    ...parameters.map(({ name }, index) => ({ at: `recipe.requests.parameters.${index}`, name })),
    ...hidden.map(({ name }, index) => ({ at: `recipe.requests.hidden.${index}`, name })),
  ]
  return {
    tools: applied,
    unmatched: rules
      .filter(({ at }) => !used.has(at))
      .map(({ at, name }) => ({ at, what: `argument "${name}"` })),
  }
}

/** The argument with this name, else the one that is sent under it. */
const argumentOf = (tool: ToolDefinition, name: string): string | undefined => {
  // What the description itself supplies is no property, but a recipe may say otherwise.
  const isArgument = (argument: string) =>
    Object.hasOwn(propertiesOf(tool), argument) || Object.hasOwn(tool.supplied ?? {}, argument)
  if (isArgument(name)) return name
  if (tool.request.kind !== undefined) return undefined
  const { parameters, body } = tool.request
  const sent = [
    ...parameters.map(({ argument, name: wire }) => [argument, wire] as const),
    ...(body && 'properties' in body.from ? Object.entries(body.from.properties) : []),
  ].find(([, wire]) => wire === name)
  return sent && isArgument(sent[0]) ? sent[0] : undefined
}

const propertiesOf = ({ inputParameters }: ToolDefinition): Record<string, unknown> =>
  isObject(inputParameters['properties']) ? inputParameters['properties'] : {}

const isInPath = ({ request }: ToolDefinition, argument: string): boolean =>
  request.kind === undefined &&
  request.parameters.some((each) => each.argument === argument && each.in === 'path')

const supply = (
  tool: ToolDefinition,
  argument: string,
  given: NonNullable<ToolDefinition['supplied']>[string],
): ToolDefinition => ({
  ...tool,
  inputParameters:
    given.mode === 'fixed'
      ? withoutProperty(tool.inputParameters, argument)
      : withDefault(tool.inputParameters, argument, given.value),
  supplied: { ...tool.supplied, [argument]: given },
})

const withoutRequired = (schema: JsonSchema, argument: string): JsonSchema => {
  const { required, ...rest } = schema
  const left = Array.isArray(required) ? required.filter((name) => name !== argument) : []
  return { ...rest, ...(left.length > 0 && { required: left }) }
}

const withoutProperty = (schema: JsonSchema, argument: string): JsonSchema => {
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  const left = Object.entries(properties).filter(([name]) => name !== argument)
  return withoutRequired({ ...schema, properties: Object.fromEntries(left) }, argument)
}

/** A value of the account is not shown to models. */
const withDefault = (schema: JsonSchema, argument: string, value: unknown): JsonSchema => {
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  const property = properties[argument]
  const shown =
    isObject(property) && !isOfAccount(value) ? { ...property, default: value } : property
  return withoutRequired({ ...schema, properties: { ...properties, [argument]: shown } }, argument)
}

const hide = (given: ToolDefinition, argument: string): ToolDefinition => {
  const tool = withoutSupplied(given, argument)
  const inputParameters = withoutProperty(tool.inputParameters, argument)
  if (tool.request.kind !== undefined) return { ...tool, inputParameters }
  const { parameters, body } = tool.request
  const from = body && 'properties' in body.from ? body.from : undefined
  return {
    ...tool,
    inputParameters,
    request: {
      ...tool.request,
      parameters: parameters.filter((parameter) => parameter.argument !== argument),
      ...(body &&
        from && {
          body: {
            ...body,
            from: {
              ...from,
              properties: Object.fromEntries(
                Object.entries(from.properties).filter(([name]) => name !== argument),
              ),
            },
          },
        }),
    },
  }
}

/** A value of it would still be sent in a body that takes any property. */
const withoutSupplied = (
  { supplied, ...tool }: ToolDefinition,
  argument: string,
): ToolDefinition => {
  const left = Object.entries(supplied ?? {}).filter(([name]) => name !== argument)
  return { ...tool, ...(left.length > 0 && { supplied: Object.fromEntries(left) }) }
}

/** A header of every request is no argument of a tool. */
const withoutHeader = (tool: ToolDefinition, name: string): ToolDefinition => {
  if (tool.request.kind !== undefined) return tool
  const declared = tool.request.parameters.find(
    (each) => each.in === 'header' && each.name.toLowerCase() === name.toLowerCase(),
  )
  return declared ? hide(tool, declared.argument) : tool
}
