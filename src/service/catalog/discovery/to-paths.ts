import { isGoogleSystemParameter, mediaParameter } from '../openapi/document/google-parameters.ts'
import {
  isJsonObject,
  toJsonObject,
  toList,
  toText,
  type JsonObject,
} from '../openapi/document/json-object.ts'
import type { ImportReport } from '../openapi/index.ts'
import type { Method } from './list-methods.ts'
import { securityOf } from './to-security.ts'
import { toPath } from './to-path.ts'
import { toSchema } from './to-schema.ts'
import { toUpload } from './to-upload.ts'

const verbs = new Set(['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH'])

/** The methods as operations under their paths. */
export const toPaths = (
  discovery: JsonObject,
  methods: Method[],
): { paths: Record<string, JsonObject>; skipped: ImportReport['skipped'] } => {
  const paths = new Map<string, JsonObject>()
  const skipped: ImportReport['skipped'] = []
  const add = (path: string, verb: string, { id }: Method, operation: JsonObject): void => {
    const isTaken = toJsonObject(paths.get(path))[verb] !== undefined
    const key = isTaken ? `${path}#${id}` : path
    paths.set(key, { ...paths.get(key), [verb]: operation })
  }
  for (const method of methods) {
    const { value } = method
    const verb = toText(value.httpMethod).toUpperCase()
    if (typeof value.path !== 'string' || !verbs.has(verb)) {
      skipped.push({ operation: method.id, reason: 'It has no path, or no known HTTP method' })
      continue
    }
    const operation = toOperation(discovery, method)
    const upload = toUpload(discovery, method, operation)
    if (upload) add(upload.path, verb.toLowerCase(), method, upload.operation)
    // Without metadata there is nothing to send but the content.
    if (!upload || value.request !== undefined)
      add(toPath(value.path, method.id), verb.toLowerCase(), method, operation)
  }
  return { paths: Object.fromEntries(paths), skipped }
}

const toOperation = (discovery: JsonObject, { id, tag, value }: Method): JsonObject => {
  const parameters = { ...toJsonObject(discovery.parameters), ...toJsonObject(value.parameters) }
  const description = toText(value.description)
  const scopes = toList(value.scopes).filter((scope) => typeof scope === 'string')
  return {
    operationId: id,
    ...(description !== '' && { description }),
    ...(tag !== '' && { tags: [tag] }),
    ...(value.deprecated === true && { deprecated: true }),
    parameters: [
      ...Object.entries(parameters)
        .filter(([name]) => !isGoogleSystemParameter(name) || isOwn(value, name))
        .map(([name, parameter]) => toParameter(name, toJsonObject(parameter), toText(value.path))),
      ...(value.supportsMediaDownload === true ? [mediaParameter] : []),
    ],
    ...(isJsonObject(value.request) && {
      requestBody: { content: { 'application/json': { schema: toSchema(value.request) } } },
    }),
    responses: {
      200: {
        description: 'Successful response',
        ...(isJsonObject(value.response) && {
          content: { 'application/json': { schema: toSchema(value.response) } },
        }),
      },
    },
    security: securityOf(discovery, scopes),
  }
}

/** A method may have a parameter of its own that is called like one of all methods. */
const isOwn = (method: JsonObject, name: string): boolean =>
  Object.hasOwn(toJsonObject(method.parameters), name)

const toParameter = (
  name: string,
  { location, required, repeated, description, deprecated, ...parameter }: JsonObject,
  path: string,
): JsonObject => {
  const schema = toSchema(parameter)
  const about = toText(toSchema({ ...parameter, description }).description)
  return {
    name,
    in: location,
    ...(required === true && { required: true }),
    ...(about !== '' && { description: about }),
    ...(deprecated === true && { deprecated: true }),
    ...(path.includes(`{+${name}}`) && holdsSlashes(parameter) && { 'x-keeps-slashes': true }),
    schema: repeated === true ? { type: 'array', items: schema } : schema,
  }
}

const holdsSlashes = ({ pattern }: JsonObject): boolean => pattern !== '^[^/]+$'
