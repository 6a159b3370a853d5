import { readFile } from 'node:fs/promises'
import type { Client } from '../../client/index.ts'
import type { AvailableToolkit, ImportReport } from '../../contract/index.ts'
import { CliError } from '../cli-error.ts'
import { uploadTimeoutMs, waitForImport } from '../import-and-wait.ts'
import { listEveryAvailable } from './list-every-available.ts'
import { readDescription, type DescriptionInput } from './read-description.ts'
import { showProgress } from './show-progress.ts'
import { toAddedText } from './to-added-text.ts'

export type AddOptions = {
  from?: string
  replace: boolean
  /** Asks the servers of the descriptions also where the service has recent copies. */
  refresh?: boolean
  acceptHostChange: boolean
  json: boolean
}

/** As many as one request may name. */
const atOnce = 20

/**
 * Adds toolkits by their names, or brings them up to date, and prints what became of each. One that
 * cannot be imported does not keep the others from being added.
 */
export const runAdd = async (
  client: Client,
  toolkits: string[],
  { from, replace, refresh = false, acceptHostChange, json }: AddOptions,
): Promise<void> => {
  if (from !== undefined && toolkits.length > 1)
    throw new CliError('--from is the description of one toolkit', {
      suggestedFix: 'Name one toolkit at a time',
    })
  const given = from === undefined ? undefined : await readGiven(from)
  const reports: Record<string, ImportReport> = {}
  let failed = 0
  for (let start = 0; start < toolkits.length; start += atOnce) {
    const { imports } = await client.toolkits.add(
      {
        body: {
          toolkits: toolkits.slice(start, start + atOnce),
          replace,
          ...(refresh && { refresh }),
          ...(acceptHostChange && { accept_host_change: true }),
          ...(given && {
            description: given.openapi,
            ...(given.files && { files: given.files }),
          }),
        },
      },
      { timeoutMs: uploadTimeoutMs },
    )
    for (const added of imports) {
      const report = await waitAndShow(client, added)
      if (report) reports[added.slug] = report
      else failed += 1
    }
  }
  if (json) console.log(JSON.stringify(reports, null, 2))
  else console.log(await toText(client, reports))
  if (failed > 0)
    throw new CliError(`${failed} of ${toolkits.length} toolkits could not be added`, {
      suggestedFix:
        'The reasons are above; --from <file> takes the description from a file that you have',
    })
}

/** A description of an API, or the schema of a GraphQL API: the recipe says where that is. */
const readGiven = async (path: string): Promise<DescriptionInput> => {
  if (!/\.(graphqls?|gql)$/i.test(path)) return readDescription(path, undefined)
  const openapi = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new CliError(`The file ${path} cannot be read`, {
      suggestedFix: 'Correct its path',
      cause,
    })
  })
  return { openapi }
}

const waitAndShow = async (
  client: Client,
  added: { slug: string; id: string },
): Promise<ImportReport | undefined> => {
  const progress = await showProgress(`Adding "${added.slug}"`)
  try {
    const report = await waitForImport(client, added, progress.update)
    progress.finish(`Added "${added.slug}"`)
    return report
  } catch (error) {
    progress.fail(
      `"${added.slug}" could not be added: ${error instanceof Error ? error.message : String(error)}`,
    )
    return undefined
  }
}

const toText = async (client: Client, reports: Record<string, ImportReport>): Promise<string> => {
  const available = new Map<string, AvailableToolkit>(
    (await listEveryAvailable(client)).map((each) => [each.slug, each]),
  )
  return Object.entries(reports)
    .map(([slug, report]) => toAddedText(slug, report, available.get(slug)))
    .join('\n\n')
}
