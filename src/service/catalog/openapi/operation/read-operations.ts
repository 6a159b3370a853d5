import type { HttpRequestTemplate } from '../../definitions.ts'
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
import { publicMessage } from '../../../platform/public-error.ts'
import { quote } from '../../../platform/quote.ts'

export type Operation = {
  /** `METHOD /path`: identifies it across imports. */
  key: string
  method: HttpRequestTemplate['method']
  path: string
  operationId: string
  summary: string
  description: string
  tags: string[]
  isDeprecated: boolean
  /** The Operation Object, and its Path Item. */
  value: JsonObject
  item: JsonObject
}

export type OperationList = {
  operations: Operation[]
  /** With those that are unreadable. */
  total: number
  /** Operations, and whole paths, that are broken or refer to what can't be found. */
  unreadable: { operation: string; reason: string }[]
}

/** For a description that breaks the importer itself. */
const unreadable = 'It could not be read'

const methods = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE'] as const

/** All operations under `paths`, in the order of the document. */
export const readOperations = (document: OpenApiDocument): OperationList => {
  const list: OperationList = { operations: [], total: 0, unreadable: [] }
  const read = <Value>(operation: string, reader: () => Value): Value | undefined => {
    try {
      return reader()
    } catch (error) {
      list.unreadable.push({ operation, reason: publicMessage(error, unreadable) })
      return undefined
    }
  }
  for (const [path, declared] of Object.entries(document.paths)) {
    if (path.startsWith('x-')) continue
    const item = read(shortKey(path), () => {
      checkPath(path)
      return followReference(document, declared)
    })
    for (const method of methods) {
      const own = item?.[method.toLowerCase()]
      if (!item || !isJsonObject(own)) continue
      list.total += 1
      const value = read(`${method} ${path}`, () => followReference(document, own))
      if (value) list.operations.push(toOperation(method, path, item, value))
    }
  }
  return list
}

/** The longest known has 400 characters, and 12 parameters. */
const longestPath = 2_000
const mostPlaceholders = 100

/** Reports name the path with each of its parameters. */
const checkPath = (path: string): void => {
  if (path.length > longestPath)
    throw new ImportProblem(
      `The path has ${path.length} characters, where ${longestPath} are the most`,
    )
  const placeholders = path.match(/\{[^{}]+\}/g)?.length ?? 0
  if (placeholders > mostPlaceholders)
    throw new ImportProblem(
      `The path has ${placeholders} parameters, where ${mostPlaceholders} are the most`,
    )
}

const longestKey = 300

/** The name of an operation, or its path, within a note. */
export const shortKey = (key: string): string =>
  key.length <= longestKey ? key : `${key.slice(0, longestKey - 1).toWellFormed()}…`

/**
 * OpenAPI 3.1 lets a path item refer to another and add to it. Descriptions in several files do so
 * with operations, too.
 */
const followReference = (document: OpenApiDocument, declared: unknown): JsonObject => {
  const own = toJsonObject(declared)
  if (own.$ref === undefined) return own
  if (typeof own.$ref !== 'string') throw new ImportProblem('Its $ref is not a text')
  const { value } = resolveReference(document.root, own)
  if (!isJsonObject(value))
    throw new ImportProblem(`$ref ${quote(own.$ref)} names no object, so nothing is described`)
  return { ...value, ...own }
}

const toOperation = (
  method: Operation['method'],
  path: string,
  item: JsonObject,
  value: JsonObject,
): Operation => ({
  key: `${method} ${path}`,
  method,
  path,
  operationId: toText(value.operationId),
  summary: toText(value.summary) || toText(item.summary),
  description: toText(value.description) || toText(item.description),
  tags: toList(value.tags)
    .map(toText)
    .filter((tag) => tag !== ''),
  isDeprecated: value.deprecated === true,
  value,
  item,
})
