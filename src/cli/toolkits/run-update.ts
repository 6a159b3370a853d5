import type { Client } from '../../client/index.ts'
import type { ImportReport } from '../../contract/index.ts'
import { CliError } from '../cli-error.ts'
import { prompt } from '../prompt.ts'
import { addAndWait } from './add-and-wait.ts'
import { toAddedTexts } from './run-add.ts'
import { toDifference } from './to-report-text.ts'

export type UpdateOptions = { acceptHostChange: boolean; yes?: boolean; json: boolean }

/**
 * Reads the descriptions of added toolkits again, shows what that changes of their tools, and asks
 * before it is used. What is used is what was shown: a toolkit that changes in between is left.
 */
export const runUpdate = async (
  client: Client,
  toolkits: string[],
  { acceptHostChange, yes, json }: UpdateOptions,
): Promise<void> => {
  const accepted = acceptHostChange ? { accept_host_change: true } : {}
  const shown = await addAndWait(
    client,
    toolkits,
    () => ({ ...accepted, preview: true, refresh: true }),
    { doing: 'Reading', done: 'Read', failed: 'could not be read' },
  )
  const changing = Object.entries(shown).filter(([, report]) => changesTools(report))
  for (const [slug, { difference }] of changing)
    console.error([slug, ...toDifference(difference)].join('\n'))
  if (changing.length > 0 && !yes && !(await isConfirmed()))
    throw new CliError('Nothing was updated', {
      suggestedFix: 'Run it again with --yes, or name the toolkits to update',
    })

  const updated = await addAndWait(
    client,
    Object.keys(shown),
    (batch) => ({
      ...accepted,
      only_if: Object.fromEntries(batch.map((slug) => [slug, shown[slug]?.fingerprint ?? 'none'])),
    }),
    { doing: 'Updating', done: 'Updated', failed: 'could not be updated' },
  )
  console.log(json ? JSON.stringify(updated, null, 2) : await toAddedTexts(client, updated))
  const failed = new Set(toolkits).size - Object.keys(updated).length
  if (failed > 0)
    throw new CliError(`${failed} of ${toolkits.length} toolkits could not be updated`, {
      suggestedFix: 'The reasons are above; the others are up to date',
    })
}

const changesTools = ({ difference: { added, changed, removed } }: ImportReport): boolean =>
  added.length + changed.length + removed.length > 0

/** Without a terminal nobody can be asked. */
const isConfirmed = async (): Promise<boolean> => {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return false
  return prompt(
    ({ confirm }) => confirm({ message: 'Use these tools from now on?', output: process.stderr }),
    'Nothing was updated',
  )
}
