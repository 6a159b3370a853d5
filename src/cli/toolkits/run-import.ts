import { readFile } from 'node:fs/promises'
import type { Client } from '../../client/index.ts'
import { CliError } from '../cli-error.ts'
import { importAndWait, type ImportRequest } from '../import-and-wait.ts'
import { toImportAuth } from './import-auth.ts'
import type { ImportOptions } from './import.ts'
import { showProgress } from './show-progress.ts'
import { toReportText } from './to-report-text.ts'

/** Sends a description to the service, shows the import's progress, and prints its report. */
export const runImport = async (
  client: Client,
  source: string,
  options: ImportOptions,
): Promise<void> => {
  const request = await toRequest(source, options)
  const progress = await showProgress(`Importing "${request.slug}"`)
  try {
    const report = await importAndWait(client, request, progress.update)
    progress.finish(`Imported "${request.slug}"`)
    console.log(options.json ? JSON.stringify(report, null, 2) : toReportText(report))
  } catch (error) {
    progress.fail(`Importing "${request.slug}" failed`)
    throw error
  }
}

const toRequest = async (source: string, options: ImportOptions): Promise<ImportRequest> => {
  const auth = toImportAuth(options)
  return {
    ...(options.mcp === undefined
      ? await fromDescription(source, options)
      : fromServer(options.mcp, source, options)),
    ...(options.name !== undefined && { name: options.name }),
    ...(options.baseUrl !== undefined && { base_url: options.baseUrl }),
    ...(auth && { auth }),
    ...(options.include && { include: options.include }),
    ...(options.exclude && { exclude: options.exclude }),
    ...(options.trustAnnotations && { annotations: 'trusted' as const }),
    ...(options.acceptChanges && { changes: 'accept_automatically' as const }),
    ...(options.acceptHostChange && { accept_host_change: true }),
  }
}

const fromDescription = async (
  source: string,
  { slug, header, account, trustAnnotations, acceptChanges }: ImportOptions,
): Promise<Pick<ImportRequest, 'slug' | 'source'>> => {
  if (slug === undefined)
    throw new CliError('The toolkit has no short name', {
      suggestedFix: 'Add --slug, for example --slug github',
    })
  if (header || account !== undefined || trustAnnotations || acceptChanges)
    throw new CliError(
      '--header, --account, --trust-annotations and --accept-changes are for MCP servers',
      { suggestedFix: 'Name the server with --mcp' },
    )
  return {
    slug,
    source: { openapi: /^https?:\/\//i.test(source) ? source : await readDescription(source) },
  }
}

const fromServer = (
  url: string,
  slug: string,
  { slug: other, header, account }: ImportOptions,
): Pick<ImportRequest, 'slug' | 'source'> => {
  if (other !== undefined && other !== slug)
    throw new CliError('Two short names are given', {
      suggestedFix: 'With --mcp the argument is the name: leave out --slug',
    })
  const headers = header && Object.fromEntries(header.map(toHeader))
  return {
    slug,
    source: {
      mcp: {
        url,
        ...(headers && { headers }),
        ...(account !== undefined && { connected_account_id: account }),
      },
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

const readDescription = async (path: string): Promise<string> => {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new CliError(`The description ${path} cannot be read`, {
      suggestedFix: 'Name a file with an OpenAPI or Swagger description, or its http(s) address',
      cause,
    })
  })
  if (text.trim() === '') throw new CliError(`The description ${path} is empty`)
  return text
}
