import type { ParameterTemplate } from '../../definitions.ts'
import { ImportProblem } from '../document/import-problem.ts'
import {
  isJsonObject,
  toJsonObject,
  toList,
  toText,
  type JsonObject,
} from '../document/json-object.ts'
import type { OpenApiDocument } from '../document/open-document.ts'
import { resolveReference } from '../document/resolve-reference.ts'
import { shortKey, type Operation } from './read-operations.ts'
import { quote } from '../../../platform/quote.ts'

export type Parameter = Omit<ParameterTemplate, 'argument'> & {
  required: boolean
  /** The unconverted schema of the description, with the parameter's description and example. */
  schema: unknown
  annotations: JsonObject
}

/**
 * The parameters of an operation, which override those of the path item, with references resolved.
 *
 * Omitted are headers that OpenAPI describes elsewhere, connection headers, and parameters for
 * which `isCredential` returns true, since the connected account supplies them.
 */
export const readParameters = (
  document: OpenApiDocument,
  operation: Operation,
  isCredential: (place: string, name: string) => boolean,
): { parameters: Parameter[]; notes: string[] } => {
  const declared = new Map<string, Parameter>()
  for (const parameter of [
    ...toList(operation.item.parameters),
    ...toList(operation.value.parameters),
  ]) {
    const read = readParameter(document, resolveReference(document.root, parameter).value)
    declared.set(`${read.in} ${read.in === 'header' ? read.name.toLowerCase() : read.name}`, read)
  }
  const wanted = [...declared.values()].filter(
    (parameter) => !isIgnored(parameter) && !isCredential(parameter.in, parameter.name),
  )
  return fitToPath(operation, wanted)
}

const readParameter = (document: OpenApiDocument, value: unknown): Parameter => {
  if (!isJsonObject(value)) throw new ImportProblem('A parameter is not an object')
  const name = typeof value.name === 'string' ? value.name : ''
  const place = value.in
  if (name === '') throw new ImportProblem('A parameter has no name')
  if (place !== 'path' && place !== 'query' && place !== 'header' && place !== 'cookie') {
    throw new ImportProblem(
      `Parameter ${quote(name)} is in ${JSON.stringify(place)}, where only path, query, header and cookie are known`,
    )
  }
  if (place === 'header' && !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name))
    throw new ImportProblem(`Parameter ${quote(name)} can't be the name of a header`)
  const [contentType, media] = Object.entries(toJsonObject(value.content))[0] ?? []
  const style = styleOf(name, place, value.style)
  return {
    name,
    in: place,
    style,
    explode: typeof value.explode === 'boolean' ? value.explode : style === 'form',
    allowReserved: place === 'query' && value.allowReserved === true,
    ...(place === 'path' && value['x-keeps-slashes'] === true && { keepsSlashes: true as const }),
    ...(contentType !== undefined && { contentType }),
    required: place === 'path' || value.required === true,
    schema: (contentType === undefined ? value.schema : toJsonObject(media).schema) ?? {},
    annotations: annotationsOf(document, value),
  }
}

const stylesOf: Record<Parameter['in'], Parameter['style'][]> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form'],
}

const styleOf = (name: string, place: Parameter['in'], style: unknown): Parameter['style'] => {
  const [usual, ...others] = stylesOf[place]
  if (style === undefined || style === null) return usual as Parameter['style']
  const known = [usual, ...others].find((candidate) => candidate === style)
  if (!known)
    throw new ImportProblem(
      `Parameter ${quote(name)} in ${place} has the style ${JSON.stringify(style)}, which OpenAPI does not allow there`,
    )
  return known
}

const annotationsOf = (document: OpenApiDocument, value: JsonObject): JsonObject => {
  const description = toText(value.description)
  const example = value.example ?? exampleOf(document, value.examples)
  return {
    ...(description !== '' && { description }),
    ...(example !== undefined && { example }),
    ...(value.deprecated === true && { deprecated: true }),
  }
}

const exampleOf = (document: OpenApiDocument, examples: unknown): unknown => {
  const [first] = Object.values(toJsonObject(examples))
  try {
    return toJsonObject(resolveReference(document.root, first).value).value
  } catch {
    return undefined
  }
}

/**
 * OpenAPI 3, Parameter Object: these three are described elsewhere. The others belong to the
 * connection, never to a caller.
 */
const ignoredHeaders = new Set([
  'accept',
  'content-type',
  'authorization',
  'host',
  'content-length',
  'content-encoding',
  'accept-encoding',
  'transfer-encoding',
  'connection',
  'upgrade',
  'te',
  'trailer',
  'keep-alive',
  'expect',
  'proxy-authorization',
  'cookie',
])

const isIgnored = ({ in: place, name }: Parameter): boolean =>
  place === 'header' && ignoredHeaders.has(name.toLowerCase())

/**
 * Every `{name}` in the path is an argument, declared or not, and nothing else is a path parameter.
 */
const fitToPath = (
  operation: Operation,
  parameters: Parameter[],
): { parameters: Parameter[]; notes: string[] } => {
  const named = new Set(
    [...operation.path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name as string),
  )
  const present = parameters.filter(
    (parameter) => parameter.in !== 'path' || named.has(parameter.name),
  )
  const declared = new Set(present.flatMap(({ in: place, name }) => (place === 'path' ? name : [])))
  const undeclared = [...named].filter((name) => !declared.has(name))
  const absent = parameters.filter(({ in: place, name }) => place === 'path' && !named.has(name))
  const key = shortKey(operation.key)
  const notes = [
    ...absent.map(
      ({ name }) => `${key}: path parameter ${quote(name)} is not in the path; left out`,
    ),
    ...undeclared.map(
      (name) => `${key}: ${quote(`{${name}}`)} in the path is not declared; taken as text`,
    ),
  ]
  return { parameters: [...undeclared.map(pathText), ...present], notes }
}

const pathText = (name: string): Parameter => ({
  name,
  in: 'path',
  style: 'simple',
  explode: false,
  allowReserved: false,
  required: true,
  schema: { type: 'string' },
  annotations: {},
})
