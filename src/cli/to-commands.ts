import type { Verb } from './resources/resource.ts'
import type { NamedOperation } from './api/find-operation.ts'

/** Commands that are no verb of a resource, by the operation that they stand for. */
const others: Readonly<Record<string, string>> = {
  'authConfigs.create': 'toolkits setup <toolkit>',
  'authConfigs.reserveRedirectUri': 'toolkits setup <toolkit>',
  'authConfigs.update': 'api authConfigs.update --param nanoid={nanoid} --json <body>',
  'connectedAccounts.create': 'connect <toolkit> --user <id>',
  'connectedAccounts.link': 'connect <toolkit> --user <id>',
  'description.openapi': 'api',
  'mcp.create': 'mcp create <name> --toolkit <slug>',
  'sessions.approvals': 'approvals list --session {session_id}',
  'sessions.link': 'connect <toolkit> --user <id>',
  'toolkits.add': 'toolkits add <toolkit>',
  'toolkits.available': 'toolkits available',
  'toolkits.changes': 'toolkits changes {slug}',
  'toolkits.diagnose': 'toolkits doctor {slug}',
  'toolkits.import': 'toolkits import',
  'toolkits.list': 'toolkits list',
  'tools.execute': 'tools execute {tool_slug}',
  'tools.list': 'tools list',
}

const request = /\b(GET|POST|PATCH|DELETE) \/(?:api\/v3\/)?([\w{}./-]*[\w}])(\?[\w=&]+)?/g

/** Replaces what a text of the service says of its interface by what it is on a command line. */
export const toCommands = async (text: string): Promise<string> => {
  const plain = text
    .replaceAll(/`?accept_host_change: true`?/g, '--accept-host-change')
    .replaceAll(/\b(what|that) `errors` lists/g, '$1 the lines above list')
  if (plain.search(request) < 0) return plain
  const [{ listOperations }, { resources }] = await Promise.all([
    import('./api/find-operation.ts'),
    import('./resources/resources.ts'),
  ])
  const operations = listOperations()
  const verbs = Object.values(resources).flatMap(({ name, verbs }) =>
    verbs.map((verb) => ({ group: name, verb })),
  )
  return plain.replaceAll(request, (whole, method: string, path: string, query = '') => {
    const found = findOperation(operations, method, path)
    if (!found) return whole
    const { name, params } = found
    const fixed = ([place, value]: [string, unknown]) =>
      !place.startsWith('params.') || params[place.slice('params.'.length)] === value
    const own = verbs.find(
      ({ verb }) => verb.operation === name && Object.entries(verb.fixed ?? {}).every(fixed),
    )
    const template = others[name]
    if (template !== undefined) return `plugboard ${fill(template, params)}`
    return own
      ? `plugboard ${own.group} ${toWords(own.verb, params, query)}`
      : [
          'plugboard api',
          name,
          ...Object.entries(params).map(([key, value]) => `--param ${key}=${value}`),
        ].join(' ')
  })
}

type Params = Record<string, string>

const findOperation = (
  operations: NamedOperation[],
  method: string,
  path: string,
): { name: string; params: Params } | undefined => {
  const given = path.split('/')
  const matching = operations.flatMap(({ name, endpoint }) => {
    const declared = endpoint.path.slice(1).split('/')
    if (endpoint.method !== method || declared.length !== given.length) return []
    const pairs = declared.map((segment, index) => [segment, given[index] ?? ''] as const)
    if (!pairs.every(([segment, value]) => segment.startsWith('{') || segment === value)) return []
    const params = pairs.flatMap(([segment, value]) =>
      segment.startsWith('{') ? [[segment.slice(1, -1), toShown(value)] as const] : [],
    )
    return [{ name, params: Object.fromEntries(params) }]
  })
  // `/toolkits/available` is not the toolkit named "available".
  const countParams = ({ params }: { params: Params }) => Object.keys(params).length
  return matching.toSorted((one, other) => countParams(one) - countParams(other))[0]
}

/** A place that the text leaves open stays open. */
const toShown = (value: string): string => value.replace(/^\{(.*)\}$/, '<$1>')

const fill = (template: string, params: Params): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? `<${name}>`)

const toWords = (verb: Verb, params: Params, query: string): string => {
  const values = Object.entries(verb.arguments ?? {}).map(
    ([shown, place]) => params[place.replace('params.', '')] ?? shown,
  )
  const asked = new Set(new URLSearchParams(query).keys())
  const options = (verb.options ?? []).flatMap(({ flags, to, isRequired }) => {
    const value = params[to.replace('params.', '')]
    if (value !== undefined) return flags.replace(/<.*>/, value)
    return isRequired || asked.has(to.replace('query.', '')) ? flags : []
  })
  return [verb.name, ...values, ...options].join(' ')
}
