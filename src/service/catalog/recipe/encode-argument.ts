import { z } from 'zod'
import { mimeMessage } from '../../../contract/recipe/mime-message.ts'
import type { ArgumentEncoding } from '../../../contract/recipe/tools.ts'
import { isObject } from '../../../schema/json-schema.ts'
import type { JsonSchema, ToolDefinition } from '../definitions.ts'
import { binaryArgument } from '../openapi/index.ts'

/**
 * The tool with the parts of an argument in its place, which the service writes at each call;
 * undefined if it has no such argument, or is none of an HTTP API.
 */
export const encodeArgument = (
  tool: ToolDefinition,
  { as, into, move, required }: ArgumentEncoding,
): ToolDefinition | undefined => {
  const { properties = {}, required: wanted, ...rest } = tool.inputParameters
  const [argument = ''] = into.split('.')
  if (tool.request.kind !== undefined || !isObject(properties)) return undefined
  if (!Object.hasOwn(properties, argument)) return undefined
  const left = Object.entries(properties).filter(([name]) => name !== argument)
  const texts = Object.keys(move).map((name): [string, JsonSchema] => [name, { type: 'string' }])
  const needed = [
    ...(Array.isArray(wanted) ? wanted.filter((name) => name !== argument) : []),
    ...required,
  ]
  return {
    ...tool,
    inputParameters: {
      ...rest,
      properties: Object.fromEntries([...left, ...texts, ...partsOfMessage()]),
      ...(needed.length > 0 && { required: [...new Set(needed)] }),
    },
    encode: { as, into, move },
  }
}

const partsOfMessage = () => {
  parts ??= Object.entries(mimeMessage.shape).map(([name, part]): [string, JsonSchema] => {
    const { $schema: _, ...schema } = z.toJSONSchema(part, { io: 'input' })
    return [name, name === 'attachments' ? { ...schema, items: binaryArgument('') } : schema]
  })
  return parts
}

let parts: [string, JsonSchema][] | undefined
