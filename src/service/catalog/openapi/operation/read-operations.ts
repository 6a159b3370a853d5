import type { HttpRequestTemplate } from '../../definitions.ts'
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
  unreadable: { operation: string; reason: string }[]
}

/** For a description that breaks the importer itself. */
const unreadable = 'It could not be read'

const methods = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE'] as const

/** All operations under `paths`, in the order of the document. */
export const readOperations = (document: OpenApiDocument): OperationList => {
  const list: OperationList = { operations: [], unreadable: [] }
  for (const [path, item] of Object.entries(document.paths)) {
    if (path.startsWith('x-')) continue
    try {
      list.operations.push(...readPath(path, readItem(document, item)))
    } catch (error) {
      list.unreadable.push({ operation: path, reason: publicMessage(error, unreadable) })
    }
  }
  return list
}

/** OpenAPI 3.1 lets a path item refer to another and add to it. */
const readItem = (document: OpenApiDocument, item: unknown): JsonObject => {
  const own = toJsonObject(item)
  return own.$ref === undefined
    ? own
    : { ...toJsonObject(resolveReference(document.root, own).value), ...own }
}

const readPath = (path: string, item: JsonObject): Operation[] =>
  methods.flatMap((method) => {
    const value = item[method.toLowerCase()]
    return isJsonObject(value) ? [toOperation(method, path, item, value)] : []
  })

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
