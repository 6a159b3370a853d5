import {
  printSelection,
  selectFields,
  SelectionError,
  type GraphQlRequestTemplate,
  type GraphQlTypes,
} from '../../catalog/index.ts'
import { ToolFailure } from '../tool-failure.ts'

/** The body of a request to a GraphQL API. */
type GraphQlOperation = {
  query: string
  operationName: string
  variables: Record<string, unknown>
}

/**
 * The operation that a call stands for. Its text consists of names of the schema alone: arguments
 * are variables, and those that select fields are looked up in the schema.
 */
export const buildOperation = async (
  template: GraphQlRequestTemplate,
  args: Record<string, unknown>,
  readTypes: () => Promise<GraphQlTypes | undefined>,
): Promise<GraphQlOperation> => {
  const selection = await selectionOf(template, args, readTypes)
  const given = template.variables.filter((name) => Object.hasOwn(args, name))
  const variables = Object.fromEntries(given.map((name) => [name, args[name]]))
  const { pageSize, operation } = template
  const isOpen = variables['first'] === undefined && variables['last'] === undefined
  return {
    query: `${operation}${selection === '' ? '' : ` ${selection}`} }`,
    operationName: template.name,
    variables: { ...variables, ...(pageSize !== undefined && isOpen && { first: pageSize }) },
  }
}

const selectionOf = async (
  { select, selection }: GraphQlRequestTemplate,
  args: Record<string, unknown>,
  readTypes: () => Promise<GraphQlTypes | undefined>,
): Promise<string> => {
  if (!select || !Object.hasOwn(args, select.argument)) return selection
  const { argument, type } = select
  const given = args[argument]
  const paths = Array.isArray(given) ? given.filter((path) => typeof path === 'string') : []
  const types = await readTypes()
  if (!types)
    throw new ToolFailure(
      `The types of this API are no longer stored. Leave out "${argument}", or import the toolkit again.`,
    )
  try {
    return printSelection(selectFields(types, type, paths))
  } catch (error) {
    if (!(error instanceof SelectionError)) throw error
    throw new ToolFailure(`"${argument}" cannot be selected: ${error.message}.`, {
      issues: [`${argument}: ${error.message}`],
    })
  }
}
