type Json = Record<string, unknown>

/** An operation as a recipe names it: by an operationId, or by method and path. */
export type WantedOperation = { operationId: string } | { method: string; path: string }

export type SliceOptions = {
  wanted: WantedOperation[]
  /** Path of the base URL. */
  prefix: string
  /** Without, whatever a request brings along as its credential is as good as another. */
  hasSecurity: boolean
  /** Bodies are JSON where a conversion lists only what can be uploaded in their place. */
  addsJson: boolean
  /** How many references are followed one after the other; what is deeper may be anything. */
  deepest?: number
}

/**
 * The part of a description that judges requests of a few operations: their paths below `prefix`,
 * what these refer to, and one answer. Prism reads every schema before it starts, and the largest
 * description has 47 MB.
 */
export const sliceDescription = (document: Json, options: SliceOptions): Json => {
  const paths: Json = {}
  for (const [path, item] of Object.entries(isObject(document['paths']) ? document['paths'] : {})) {
    if (!isObject(item)) continue
    const kept = Object.entries(item).filter(
      ([method, operation]) =>
        isObject(operation) &&
        methods.has(method) &&
        options.wanted.some((wanted) => fits(wanted, method, path, operation)),
    )
    if (kept.length === 0) continue
    paths[`${options.prefix}${path}`.replaceAll(/\/{2,}/g, '/')] = {
      ...(Array.isArray(item['parameters']) && {
        parameters: item['parameters'].filter((each) => isParameter(resolve(document, each))),
      }),
      ...Object.fromEntries(
        kept.map(([method, operation]) => [method, toJudge(operation as Json, document, options)]),
      ),
    }
  }
  const sliced: Json = { ...document, paths }
  for (const name of notNeeded) delete sliced[name]
  if (options.hasSecurity) Object.assign(sliced, securityOf(document))
  else delete sliced['security']
  copyReferenced(document, sliced, options.deepest)
  return sliced
}

/** Of shared parts only those are copied that are used. */
const notNeeded = [
  'servers',
  'host',
  'basePath',
  'tags',
  'webhooks',
  'components',
  'definitions',
  'parameters',
  'responses',
  'securityDefinitions',
]

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch'])

const fits = (wanted: WantedOperation, method: string, path: string, operation: Json): boolean =>
  'operationId' in wanted
    ? wanted.operationId === operation['operationId']
    : wanted.method.toLowerCase() === method && fitsPath(wanted.path, path)

/** A recipe may fill in a variable of the description, and gives others other names. */
const fitsPath = (wanted: string, path: string): boolean => {
  const [given, described] = [wanted, path].map((each) => each.replace(/\/$/, '').split('/'))
  return (
    given?.length === described?.length &&
    described?.every((segment, index) => segment.includes('{') || segment === given?.[index]) ===
      true
  )
}

const toJudge = (
  operation: Json,
  document: Json,
  { hasSecurity, addsJson }: SliceOptions,
): Json => {
  const { callbacks: _, security, requestBody, parameters, ...rest } = operation
  return {
    ...rest,
    ...(Array.isArray(parameters) && {
      parameters: parameters.filter((each) => isParameter(resolve(document, each))),
    }),
    ...(hasSecurity && security !== undefined && { security }),
    ...(requestBody !== undefined && {
      requestBody: addsJson && isObject(requestBody) ? withJson(requestBody) : requestBody,
    }),
    responses: {
      '200': 'swagger' in document ? { description: 'ok' } : { description: 'ok', content: {} },
    },
  }
}

/** OpenAPI says that these are none, which Prism does not know. */
const isParameter = (parameter: unknown): boolean =>
  !(
    isObject(parameter) &&
    parameter['in'] === 'header' &&
    /^(?:accept|content-type|authorization)$/i.test(String(parameter['name']))
  )

const resolve = (document: Json, value: unknown): unknown =>
  isObject(value) && typeof value['$ref'] === 'string' ? targetOf(document, value['$ref']) : value

const withJson = (requestBody: Json): Json => {
  const content = isObject(requestBody['content']) ? requestBody['content'] : {}
  return {
    ...requestBody,
    content: { 'application/json': Object.values(content)[0] ?? {}, ...content },
  }
}

const securityOf = ({ components, securityDefinitions }: Json): Json => {
  if (securityDefinitions !== undefined) return { securityDefinitions }
  const schemes = isObject(components) ? components['securitySchemes'] : undefined
  return schemes === undefined ? {} : { components: { securitySchemes: schemes } }
}

/** Copies what is referred to, and what that refers to, to the same place; of a path, in its place. */
const copyReferenced = (from: Json, to: Json, deepest = Infinity): void => {
  const seen = new Set<unknown>()
  // Level by level, so that each is reached on the shortest way.
  let level: unknown[] = [to]
  for (let depth = 1; level.length > 0; depth += 1) {
    const next: unknown[] = []
    const visit = (value: unknown): void => {
      if (typeof value !== 'object' || value === null || seen.has(value)) return
      seen.add(value)
      const reference = isObject(value) ? value['$ref'] : undefined
      if (isObject(value) && typeof reference === 'string' && reference.startsWith('#/')) {
        // A few descriptions refer to what they do not have.
        const target = depth > deepest ? {} : (targetOf(from, reference) ?? {})
        if (reference.startsWith('#/paths/')) {
          delete value['$ref']
          Object.assign(value, target)
        } else if (!seen.has(reference)) {
          seen.add(reference)
          put(to, namesOf(reference), target)
          next.push(target)
        }
      }
      for (const inner of Object.values(value)) visit(inner)
    }
    for (const value of level) visit(value)
    level = next
  }
}

const targetOf = (document: Json, reference: string): unknown =>
  namesOf(reference).reduce<unknown>(
    (place, name) => (isPlace(place) ? place[name] : undefined),
    document,
  )

const namesOf = (reference: string): string[] => reference.slice(2).split('/').map(decode)

const put = (to: Json, names: string[], value: unknown): void => {
  let place = to
  for (const name of names.slice(0, -1)) {
    const inner = place[name]
    if (isPlace(inner)) place = inner
    else place = place[name] = {}
  }
  place[names.at(-1) ?? ''] = value
}

/** An object, or a list, whose items have names in a reference, too. */
const isPlace = (value: unknown): value is Json => typeof value === 'object' && value !== null

const decode = (name: string): string =>
  decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
