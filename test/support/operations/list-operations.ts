type JsonObject = Record<string, unknown>

export type DescribedParameter = { name: string; in: string; style?: string; explode?: boolean }

/** An operation as its description has it, read without the service's own importer. */
export type DescribedOperation = {
  /** `METHOD /path` */
  key: string
  method: string
  path: string
  summary: string | undefined
  parameters: DescribedParameter[]
  /** Required properties of a JSON body that have one value only; they are sent unasked. */
  constants: JsonObject
}

/**
 * The operations of a description, path by path and then method by method as an import reports
 * them.
 */
export const listOperations = (document: JsonObject): DescribedOperation[] =>
  Object.entries(document['paths'] as Record<string, JsonObject>).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method] as JsonObject | undefined
      if (operation === undefined) return []
      const parameters = [...list(item['parameters']), ...list(operation['parameters'])].map(
        (parameter) => resolve(document, parameter) as DescribedParameter,
      )
      const byPlace = new Map(
        parameters.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]),
      )
      const summary = operation['summary'] as string | undefined
      return [
        {
          key: `${method.toUpperCase()} ${path}`,
          method: method.toUpperCase(),
          path,
          summary,
          parameters: [...byPlace.values()],
          constants: constantsOf(document, operation['requestBody']),
        },
      ]
    }),
  )

const constantsOf = (document: JsonObject, requestBody: unknown): JsonObject => {
  if (requestBody === undefined) return {}
  const { content } = resolve(document, requestBody) as { content?: JsonObject }
  const media = content?.['application/json'] as { schema?: unknown } | undefined
  if (media?.schema === undefined) return {}
  const schema = resolve(document, media.schema) as { required?: string[]; properties?: JsonObject }
  return Object.fromEntries(
    (schema.required ?? []).flatMap((name) => {
      const property = schema.properties?.[name]
      if (property === undefined) return []
      const { const: constant, enum: choices } = resolve(document, property) as {
        const?: unknown
        enum?: unknown[]
      }
      const only = constant ?? (choices?.length === 1 ? choices[0] : undefined)
      return only === undefined || typeof only === 'boolean' ? [] : [[name, only]]
    }),
  )
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const resolve = (document: JsonObject, value: unknown): unknown => {
  const reference = (value as { $ref?: string }).$ref
  if (reference === undefined) return value
  const target = reference
    .slice(2)
    .split('/')
    .reduce<unknown>(
      (node, key) => (node as JsonObject)[key.replaceAll('~1', '/').replaceAll('~0', '~')],
      document,
    )
  return resolve(document, target)
}
