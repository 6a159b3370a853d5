import { isObject, type JsonObject } from '../../schema/json-schema.ts'
import { outlineOutput } from './outline-output.ts'

/** An argument beside those of a tool, by which a model selects parts of the result. */
export type SelectArgument = {
  /** The schema of the tool with the argument. */
  schema: JsonObject
  /** Takes the argument out of what a model gave, so that it is never sent to the third party. */
  take: (given: unknown) => { rest: unknown; select?: string; problem?: string }
}

type Tool = { inputSchema: JsonObject; outputSchema?: JsonObject | undefined }

export const toSelectArgument = ({ inputSchema, outputSchema }: Tool): SelectArgument => {
  const properties = isObject(inputSchema['properties']) ? inputSchema['properties'] : {}
  const name = freeName(properties)
  return {
    schema: {
      ...inputSchema,
      properties: {
        ...properties,
        [name]: { type: 'string', description: describe(outlineOutput(outputSchema)) },
      },
    },
    take: (given) => {
      if (!isObject(given) || !Object.hasOwn(given, name)) return { rest: given }
      const { [name]: select, ...rest } = given
      if (select === undefined || select === null || select === '') return { rest }
      return typeof select === 'string'
        ? { rest, select }
        : { rest, problem: `${name}: must be a text` }
    },
  }
}

/** A tool may have an argument of this name itself. */
const freeName = (properties: JsonObject): string => {
  let name = 'select'
  while (Object.hasOwn(properties, name)) name = `_${name}`
  return name
}

const describe = (names: string): string =>
  `JMESPath expression: get only these parts of the result, such as ${names === '' ? 'items[].{id: id, title: title}. Leave it out to see all of it first.' : `{id: id}. The result has: ${names}`}`
