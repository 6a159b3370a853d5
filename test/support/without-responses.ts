type Document = Record<string, unknown> & { components?: { schemas?: Record<string, unknown> } }

/**
 * The description without the schemas of its answers, and without those that only answers used.
 *
 * For a mock that is to judge requests: Prism reads all schemas before it starts, and takes minutes
 * to make up an answer from some.
 */
export const withoutResponses = (document: Document): Document => {
  const trimmed = rewrite(document, (key, value) =>
    key === 'responses' ? rewrite(value, withoutSchema) : value,
  ) as Document
  const { components = {}, ...others } = trimmed
  const { schemas = {}, ...otherComponents } = components
  const used = new Set<string>()
  collect([others, otherComponents], schemas, used)
  return {
    ...others,
    components: {
      ...otherComponents,
      schemas: Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name))),
    },
  }
}

const rewrite = (value: unknown, change: (key: string, value: unknown) => unknown): unknown =>
  JSON.parse(JSON.stringify(value, change)) as unknown

const withoutSchema = (key: string, value: unknown): unknown => (key === 'schema' ? {} : value)

const collect = (from: unknown, schemas: Record<string, unknown>, used: Set<string>): void => {
  for (const [, name = ''] of JSON.stringify(from).matchAll(/#\/components\/schemas\/([^"/]+)/g)) {
    if (used.has(name)) continue
    used.add(name)
    collect(schemas[name] ?? {}, schemas, used)
  }
}
