import { readFile } from 'node:fs/promises'
import type { Client } from '../../client/index.ts'
import type { AvailableToolkit, ImportReport } from '../../contract/index.ts'
import { CliError } from '../cli-error.ts'
import { addAndWait } from './add-and-wait.ts'
import { listEveryAvailable } from './list-every-available.ts'
import { readDescription, type DescriptionInput } from './read-description.ts'
import { toAddedText } from './to-added-text.ts'

export type AddOptions = {
  from?: string
  replace: boolean
  acceptHostChange: boolean
  json: boolean
}

/**
 * Adds toolkits by their names, and prints what became of each.
 */
export const runAdd = async (
  client: Client,
  toolkits: string[],
  { from, replace, acceptHostChange, json }: AddOptions,
): Promise<void> => {
  if (from !== undefined && toolkits.length > 1)
    throw new CliError('--from is the description of one toolkit', {
      suggestedFix: 'Name one toolkit at a time',
    })
  const given = from === undefined ? undefined : await readGiven(from)
  const reports = await addAndWait(
    client,
    toolkits,
    () => ({
      replace,
      ...(acceptHostChange && { accept_host_change: true }),
      ...(given && {
        description: given.openapi,
        ...(given.files && { files: given.files }),
      }),
    }),
    { doing: 'Adding', done: 'Added', failed: 'could not be added' },
  )
  if (json) console.log(JSON.stringify(reports, null, 2))
  else console.log(await toAddedTexts(client, reports))
  const failed =
    new Set(toolkits.map((slug) => slug.toLowerCase())).size - Object.keys(reports).length
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

export const toAddedTexts = async (
  client: Client,
  reports: Record<string, ImportReport>,
): Promise<string> => {
  const available = new Map<string, AvailableToolkit>(
    (await listEveryAvailable(client)).map((each) => [each.slug, each]),
  )
  return Object.entries(reports)
    .map(([slug, report]) => toAddedText(slug, report, available.get(slug)))
    .join('\n\n')
}
