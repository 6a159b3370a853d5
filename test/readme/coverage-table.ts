import { operations } from '../contract/operations.ts'
import { listed, specified } from '../requirements/operations.ts'

/** What the README says of each resource of the contract. */
const resources: [title: string, groups: string[], sentence: string][] = [
  [
    'sessions',
    ['sessions', 'approvals'],
    'what an agent works in: search, meta tools, execution, approvals, stored results',
  ],
  [
    'tools',
    ['tools', 'logs', 'usage'],
    'schemas and versions, execution, the credentialed proxy, the log of executions, usage, a stream of what happens',
  ],
  ['files', ['files'], 'uploads for tools that take a file'],
  ['toolkits', ['toolkits'], 'detail, versions and categories; imports of OpenAPI descriptions'],
  [
    'auth configs',
    ['authConfigs'],
    'how accounts of a toolkit are connected, and which tools they may run',
  ],
  [
    'connected accounts',
    ['connectedAccounts', 'users'],
    'connecting, links for users, refresh, confirmation; the users who have some',
  ],
  [
    'connections',
    ['connectTokens', 'connections'],
    'what a user manages in their own browser, with a connect token',
  ],
  [
    'triggers',
    ['triggerTypes', 'triggerInstances'],
    'types, instances, a stream of events for development',
  ],
  ['MCP servers', ['mcp'], 'servers, instances, signed addresses'],
  [
    'webhooks',
    ['webhookSubscriptions', 'webhookDeliveries'],
    'subscriptions, signing secrets, deliveries',
  ],
  ['projects', ['projects'], 'projects of an organization, their settings and keys'],
  ['the rest', ['migration', 'description'], 'legacy ids, the OpenAPI document'],
]

const routeOf = ({ endpoint }: (typeof operations)[number]): string =>
  `${endpoint.method} ${endpoint.path.replaceAll(/\{\w+\}/g, '{}')}`

const specifiedRoutes = specified.map(([route]) => route)

/** The sentence and the table of the README on how much of the interface there is. */
export const coverage = (): { summary: string; table: string } => {
  const routes = operations.map(routeOf)
  const present = (wanted: readonly string[]) =>
    wanted.filter((route) => routes.includes(route)).length
  const further = routes.filter(
    (route) => !specifiedRoutes.includes(route) && !listed.includes(route),
  ).length
  const rows = resources.map(([title, groups, sentence]) => {
    const own = operations
      .filter(({ name }) => groups.includes(name.split('.')[0] ?? ''))
      .map(routeOf)
    const among = (wanted: readonly string[]) =>
      own.filter((route) => wanted.includes(route)).length
    return `| ${title} | ${among(specifiedRoutes)} | ${among(listed)} | ${own.length - among(specifiedRoutes) - among(listed)} | ${sentence} |`
  })
  return {
    summary: `${present(specifiedRoutes)} of ${specified.length} specified operations, ${present(listed)} of ${listed.length} listed ones, ${further} more`,
    table: ['| resource | specified | listed | more | |', '|---|---|---|---|---|', ...rows].join(
      '\n',
    ),
  }
}

/** Groups of the contract that no row counts. */
export const uncounted = (): string[] =>
  [...new Set(operations.map(({ name }) => name.split('.')[0] ?? ''))].filter(
    (group) => !resources.some(([, groups]) => groups.includes(group)),
  )
