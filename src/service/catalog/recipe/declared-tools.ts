import type { DeclaredOperation, RecipeTool } from '../../../contract/recipe/tools.ts'
import type { BodyTemplate, HttpToolDefinition, JsonSchema } from '../definitions.ts'
import { binaryArgument, isBinary, toolHints } from '../openapi/index.ts'

type Place = { noAuth: boolean; server: HttpToolDefinition['request']['server'] }
type Parameter = DeclaredOperation['parameters'][string]

/** The tools of the operations that a recipe declares itself. */
export const declaredTools = (tools: readonly RecipeTool[], place: Place): HttpToolDefinition[] =>
  tools.flatMap(({ declare, slug, name, description }) =>
    declare === undefined || slug === undefined
      ? []
      : [toTool(declare, { slug, name, description }, place)],
  )

const toTool = (
  declared: DeclaredOperation,
  { slug, name, description }: Pick<RecipeTool, 'name' | 'description'> & { slug: string },
  { noAuth, server }: Place,
): HttpToolDefinition => {
  const parameters = Object.entries(declared.parameters)
  const { method } = declared
  const isAbsolute = declared.path.startsWith('https://')
  const path = isAbsolute ? declared.path.replace(/^https:\/\/[^/]+/, '') || '/' : declared.path
  const origin = isAbsolute ? declared.path.slice(0, declared.path.length - path.length) : ''
  const shown = name ?? titleOf(slug)
  return {
    slug,
    operation: `${method} ${declared.path}`,
    name: shown,
    description: description ?? shown,
    inputParameters: inputOf(parameters),
    outputParameters: declared.answer ?? { description: 'Any value' },
    tags: toolHints({ method, path, operationId: '', summary: shown }),
    scopes: [],
    isDeprecated: false,
    noAuth,
    request: {
      method,
      server: isAbsolute ? { url: origin } : server,
      path,
      parameters: parameters.flatMap(([argument, parameter]) =>
        parameter.in === 'body' ? [] : [toTemplate(argument, parameter, parameter.in)],
      ),
      ...bodyOf(declared),
    },
  }
}

const titleOf = (slug: string): string => {
  const words = slug.split('_').slice(1).join(' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const inputOf = (parameters: [string, Parameter][]): JsonSchema => {
  const required = parameters
    .filter(([, { required: isRequired, in: place }]) => isRequired || place === 'path')
    .map(([argument]) => argument)
  return {
    type: 'object',
    properties: Object.fromEntries(
      parameters.map(([argument, parameter]) => [argument, schemaOf(parameter)]),
    ),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

const schemaOf = ({ in: place, schema }: Parameter): JsonSchema =>
  place === 'body' && isBinary(schema)
    ? binaryArgument(typeof schema['description'] === 'string' ? schema['description'] : '')
    : schema

const toTemplate = (
  argument: string,
  { name = argument }: Parameter,
  place: 'path' | 'query' | 'header',
): HttpToolDefinition['request']['parameters'][number] => ({
  argument,
  name,
  in: place,
  style: place === 'query' ? 'form' : 'simple',
  explode: place === 'query',
  allowReserved: false,
})

const contentTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
} as const

const bodyOf = ({ parameters, body: encoding }: DeclaredOperation): { body?: BodyTemplate } => {
  const inBody = Object.entries(parameters).filter(([, { in: place }]) => place === 'body')
  if (inBody.length === 0) return {}
  const binary = inBody.flatMap(([argument, { name = argument, schema }]) =>
    isBinary(schema) ? [[name, { binary: true }] as const] : [],
  )
  return {
    body: {
      contentType: contentTypes[encoding],
      encoding,
      from: {
        properties: Object.fromEntries(
          inBody.map(([argument, { name = argument }]) => [argument, name]),
        ),
        open: false,
      },
      required: inBody.some(([, { required }]) => required),
      ...(binary.length > 0 && { parts: Object.fromEntries(binary) }),
    },
  }
}
