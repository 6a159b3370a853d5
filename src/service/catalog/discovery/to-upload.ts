import { toJsonObject, toText, type JsonObject } from '../openapi/document/json-object.ts'
import type { Method } from './list-methods.ts'
import { toPath } from './to-path.ts'

/**
 * The operation that sends content along, at a path of its own: as a part beside the metadata where
 * the method has some, else alone.
 */
export const toUpload = (
  discovery: JsonObject,
  { id, value }: Method,
  operation: JsonObject,
): { path: string; operation: JsonObject } | undefined => {
  const { simple } = toJsonObject(toJsonObject(value.mediaUpload).protocols)
  const { path, multipart } = toJsonObject(simple)
  if (typeof path !== 'string' || !/^(post|put|patch)$/i.test(toText(value.httpMethod)))
    return undefined
  const hasMetadata = value.request !== undefined && multipart === true
  const rootUrl = toText(discovery.rootUrl)
  return {
    path: withQuery(toPath(path, id), `uploadType=${hasMetadata ? 'multipart' : 'media'}`),
    operation: {
      ...operation,
      description: [operation.description, 'The content is uploaded with this request.']
        .filter((text) => text !== undefined)
        .join(' '),
      // The other operation of a method that can be called without content has its name.
      ...(value.request !== undefined && { operationId: `${id}WithContent` }),
      ...(rootUrl !== '' && { servers: [{ url: rootUrl }] }),
      requestBody: hasMetadata ? withMetadata(operation) : content,
    },
  }
}

const withQuery = (path: string, query: string): string => {
  const [route = '', fragment] = path.split('#')
  return `${route}?${query}${fragment === undefined ? '' : `#${fragment}`}`
}

const media = { type: 'string', format: 'binary', description: 'The content' }

const content = { required: true, content: { '*/*': { schema: media } } }

/** The parts have this order. */
const withMetadata = (operation: JsonObject): JsonObject => {
  const request = toJsonObject(toJsonObject(operation.requestBody).content)
  const { schema } = toJsonObject(request['application/json'])
  return {
    required: true,
    content: {
      'multipart/related': {
        schema: { type: 'object', properties: { metadata: schema, media }, required: ['media'] },
        encoding: { metadata: { contentType: 'application/json' } },
      },
    },
  }
}
