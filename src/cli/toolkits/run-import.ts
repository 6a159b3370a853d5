import type { Client } from '../../client/index.ts'
import type { ImportReport } from '../../contract/index.ts'
import { CliError } from '../cli-error.ts'
import { toTyped } from '../to-typed.ts'
import { importAndWait, type ImportRequest } from '../import-and-wait.ts'
import { toImportAuth, type ImportAuthOptions } from './import-auth.ts'
import { nextStep } from './next-step.ts'
import { readDescription } from './read-description.ts'
import { atPlacesOf, readRecipe, type GivenRecipe } from './read-recipe.ts'
import { showProgress } from './show-progress.ts'
import { toGraphQlSource } from './to-graphql-source.ts'
import { toReportText } from './to-report-text.ts'

export type ImportOptions = ImportAuthOptions & {
  recipe?: string
  slug?: string
  mcp?: string
  graphql?: string
  schema?: string
  header?: string[]
  account?: string
  trustAnnotations?: boolean
  acceptChanges?: boolean
  name?: string
  baseUrl?: string
  filesBelow?: string
  include?: string[]
  exclude?: string[]
  acceptHostChange: boolean
  renameTools?: boolean
  json: boolean
}

/** Sends a description to the service, shows the import's progress, and prints its report. */
export const runImport = async (
  client: Client,
  source: string | undefined,
  options: ImportOptions,
): Promise<void> => {
  const recipe = options.recipe === undefined ? undefined : await readRecipe(options.recipe)
  const request = await toRequest(source, options, recipe)
  const slug = request.slug ?? recipe?.slug
  const name = slug ?? options.recipe
  const progress = await showProgress(`Importing "${name}"`)
  try {
    const report = await importAndWait(client, request, progress.update)
    progress.finish(`Imported "${name}"`)
    console.log(
      options.json
        ? JSON.stringify(report, null, 2)
        : [toReportText(report), ...(await toNextStep(client, slug, report))].join('\n'),
    )
  } catch (error) {
    progress.fail(`Importing "${name}" failed`)
    throw recipe ? atPlacesOf(recipe, error) : error
  }
}

/** Where something is missing, the report says how to supply it. */
const toNextStep = async (
  client: Client,
  slug: string | undefined,
  { verdict }: ImportReport,
): Promise<string[]> => {
  if (slug === undefined || verdict !== 'ready') return []
  const { auth_config_details: schemes } = await client.toolkits.get({ params: { slug } })
  const modes = schemes.map(({ mode }) => mode)
  return ['', toTyped(`Next: ${nextStep(slug, modes)}`, process.env)]
}

const toRequest = async (
  source: string | undefined,
  options: ImportOptions,
  recipe: GivenRecipe | undefined,
): Promise<ImportRequest> => {
  const auth = toImportAuth(options)
  return {
    ...(recipe
      ? { recipe: recipe.text, ...(await readWithRecipe(recipe, source, options)) }
      : await readSource(source, options)),
    ...(options.name !== undefined && { name: options.name }),
    ...(options.baseUrl !== undefined && { base_url: options.baseUrl }),
    ...(auth && { auth }),
    ...(options.include && { include: options.include }),
    ...(options.exclude && { exclude: options.exclude }),
    ...(options.trustAnnotations && { annotations: 'trusted' as const }),
    ...(options.acceptChanges && { changes: 'accept_automatically' as const }),
    ...(options.acceptHostChange && { accept_host_change: true }),
    ...(options.renameTools && { rename_tools: true }),
  }
}

type Source = Pick<ImportRequest, 'slug' | 'source'>

const readSource = async (
  argument: string | undefined,
  options: ImportOptions,
): Promise<Source> => {
  const { graphql, mcp, slug, schema } = options
  if (graphql === undefined && schema !== undefined)
    throw new CliError('--schema is the schema of a GraphQL API', {
      suggestedFix: 'Add its endpoint with --graphql',
    })
  const isServer = graphql !== undefined || mcp !== undefined
  if (isServer && (argument ?? slug) !== undefined) return fromServer(argument, options)
  if (argument === undefined && !isServer)
    throw new CliError('Nothing to import is named', {
      suggestedFix: 'Name a description, or --recipe with one, or a server with --mcp or --graphql',
    })
  if (argument === undefined || slug === undefined)
    throw new CliError('The toolkit has no short name', {
      suggestedFix: 'Add --slug, for example --slug github',
    })
  return { slug, source: await fromDescription(argument, options) }
}

/** Slug and source of the recipe hold where the options name no other ones. */
const readWithRecipe = async (
  { kind, baseUrl, url }: GivenRecipe,
  argument: string | undefined,
  options: ImportOptions,
): Promise<Source> => {
  const { slug, graphql, mcp, header, account } = options
  if (graphql !== undefined || mcp !== undefined) return fromServer(argument, options)
  const named = slug === undefined ? {} : { slug }
  const schema = options.schema ?? argument
  if (kind === 'graphql' && baseUrl !== undefined && (schema ?? account) !== undefined) {
    const server = { ...options, ...(schema !== undefined && { schema }) }
    return { ...named, source: await toGraphQlSource(baseUrl, server) }
  }
  if (options.schema !== undefined)
    throw new CliError('--schema is the schema of a GraphQL API, which the recipe is not for', {
      suggestedFix: 'Name the description without --schema',
    })
  if (kind === 'mcp' && url !== undefined) {
    if (argument !== undefined)
      throw new CliError('A recipe for an MCP server needs no description', {
        suggestedFix: 'Leave out the argument; --mcp names another address of the server',
      })
    return header || account !== undefined ? { ...named, source: toMcpSource(url, options) } : named
  }
  if (argument !== undefined) return { ...named, source: await fromDescription(argument, options) }
  rejectServerOptions(options)
  return named
}

/** Of a server the argument is the name, as the option has its address; or `--slug` is. */
const fromServer = async (
  argument: string | undefined,
  options: ImportOptions,
): Promise<Source> => {
  const { slug = argument, graphql, mcp = '' } = options
  if (argument !== undefined && slug !== argument)
    throw new CliError('Two short names are given', {
      suggestedFix: 'With --mcp and --graphql the argument is the name too: leave out one of them',
    })
  return {
    ...(slug !== undefined && { slug }),
    source:
      graphql === undefined ? toMcpSource(mcp, options) : await toGraphQlSource(graphql, options),
  }
}

const fromDescription = async (
  source: string,
  options: ImportOptions,
): Promise<ImportRequest['source']> => {
  rejectServerOptions(options)
  const { filesBelow } = options
  if (!/^https?:\/\//i.test(source)) return readDescription(source, filesBelow)
  return { openapi: source, ...(filesBelow !== undefined && { files_below: filesBelow }) }
}

const rejectServerOptions = ({
  header,
  account,
  trustAnnotations,
  acceptChanges,
}: ImportOptions): void => {
  if (header || account !== undefined || trustAnnotations || acceptChanges)
    throw new CliError(
      '--header, --account, --trust-annotations and --accept-changes are for MCP servers, --account also for GraphQL APIs',
      { suggestedFix: 'Name the server with --mcp, or the API with --graphql' },
    )
}

const toMcpSource = (url: string, { header, account }: ImportOptions): ImportRequest['source'] => {
  const headers = header && Object.fromEntries(header.map(toHeader))
  return {
    mcp: {
      url,
      ...(headers && { headers }),
      ...(account !== undefined && { connected_account_id: account }),
    },
  }
}

/** The value is usually a secret, so it is not repeated. */
const toHeader = (header: string): [string, string] => {
  const colon = header.indexOf(':')
  if (colon < 1 || header.slice(colon + 1).trim() === '')
    throw new CliError('A --header is not of the form "Name: value"', {
      suggestedFix: 'Quote it, for example --header "Authorization: Bearer …"',
    })
  return [header.slice(0, colon).trim(), header.slice(colon + 1).trim()]
}
