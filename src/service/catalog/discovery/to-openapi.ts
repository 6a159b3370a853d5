import { toJsonObject, toText, type JsonObject } from '../openapi/document/json-object.ts'
import type { ImportReport } from '../openapi/index.ts'
import { listMethods } from './list-methods.ts'
import { toPaths } from './to-paths.ts'
import { toSchema } from './to-schema.ts'
import { toSecurity } from './to-security.ts'

type Converted = { document: JsonObject; skipped: ImportReport['skipped'] }

/** A Discovery document as OpenAPI 3.0. The given document is not changed. */
export const toOpenApi = (description: unknown): Converted => {
  const discovery = toJsonObject(description)
  const server = serverOf(discovery)
  const { paths, skipped } = toPaths(discovery, listMethods(discovery))
  const schemas = Object.entries(toJsonObject(discovery.schemas)).map(
    ([name, schema]) => [name, toSchema(schema)] as const,
  )
  return {
    document: {
      openapi: '3.0.3',
      info: {
        title: toText(discovery.title) || toText(discovery.name),
        description: toText(discovery.description),
        version: toText(discovery.version),
      },
      ...(server !== '' && { servers: [{ url: server }] }),
      paths,
      components: {
        schemas: Object.fromEntries(schemas),
        ...toSecurity(discovery),
      },
    },
    skipped,
  }
}

/** Paths of methods are below the service's path, those of uploads below the root. */
const serverOf = ({ rootUrl, servicePath, baseUrl, basePath }: JsonObject): string =>
  toText(rootUrl) === ''
    ? toText(baseUrl) || toText(basePath)
    : `${toText(rootUrl).replace(/\/+$/, '')}/${toText(servicePath).replace(/^\/+/, '')}`
