import { isGoogleSystemParameter, mediaParameter } from './google-parameters.ts'
import { isJsonObject, toJsonObject, toList, toText, type JsonObject } from './json-object.ts'
import { resolveReference } from './resolve-reference.ts'

/**
 * Google describes its APIs in Discovery documents; many descriptions in OpenAPI are public
 * conversions of them, which lost three things that a request needs. Repaired, they make the same
 * tools as the original: parameters of every API are no arguments, a resource is sent as JSON also
 * where content can be uploaded, and the slashes of resource names stay slashes.
 */
export const tidyGoogleConversion = (root: JsonObject): JsonObject => {
  const origins = toList(toJsonObject(root.info)['x-origin']).map(toJsonObject)
  if (!origins.some(({ url }) => isDiscoveryAddress(toText(url)))) return root
  const paths = Object.entries(toJsonObject(root.paths)).map(
    ([path, item]) => [path, isJsonObject(item) ? tidyItem(root, item) : item] as const,
  )
  return { ...root, paths: Object.fromEntries(paths) }
}

const isDiscoveryAddress = (url: string): boolean =>
  /\/\$discovery\/rest\b|\/discovery\/v\d+\/apis\//.test(url)

const tidyItem = (root: JsonObject, item: JsonObject): JsonObject => {
  const members = Object.entries(item).map(([key, member]) => {
    if (key === 'parameters') return [key, tidyParameters(root, member)] as const
    return [key, isJsonObject(member) ? tidyOperation(root, member) : member] as const
  })
  return Object.fromEntries(members)
}

const tidyOperation = (root: JsonObject, operation: JsonObject): JsonObject => ({
  ...operation,
  parameters: [
    ...tidyParameters(root, operation.parameters),
    ...(hasContent(operation) ? [mediaParameter] : []),
  ],
  ...(isJsonObject(operation.requestBody) && { requestBody: tidyBody(operation.requestBody) }),
})

/** The conversion does not say which methods answer with content; their descriptions do. */
const hasContent = ({ description }: JsonObject): boolean =>
  /\balt=media\b/.test(toText(description))

const tidyParameters = (root: JsonObject, parameters: unknown): unknown[] =>
  toList(parameters).flatMap((parameter) => {
    const value = resolve(root, parameter)
    if (value.in === 'query' && isGoogleSystemParameter(toText(value.name))) return []
    return value.in === 'path' && isResourceName(value)
      ? [{ ...value, 'x-keeps-slashes': true }]
      : [parameter]
  })

const resolve = (root: JsonObject, parameter: unknown): JsonObject => {
  try {
    return toJsonObject(resolveReference(root, parameter).value)
  } catch {
    return {}
  }
}

/** Called so, or "Format: `spaces/{space}`", "for example people/me". */
const isResourceName = ({ name, description }: JsonObject): boolean =>
  ['name', 'parent', 'resource', 'resourceName'].includes(toText(name)) ||
  /(?<![\w/:.])[a-z][A-Za-z]+\/[\w{*[]/.test(
    toText(description).replaceAll(/https?:\S+|and\/or/g, ''),
  )

/** The media types are those of the content; the schema is the resource. */
const tidyBody = (body: JsonObject): JsonObject => {
  const media = Object.entries(toJsonObject(body.content))
  const [first] = media
  const isUpload = media.every(([type]) => !/json|x-www-form-urlencoded|^multipart/.test(type))
  const schema = toJsonObject(first?.[1]).schema
  return isUpload && typeof toJsonObject(schema).$ref === 'string'
    ? { ...body, content: { 'application/json': { schema } } }
    : body
}
