import type { Client } from '../../client/index.ts'
import type { ImportReport } from '../../contract/index.ts'
import { uploadTimeoutMs, waitForImport } from '../import-and-wait.ts'
import { showProgress } from './show-progress.ts'

type Request = Omit<Parameters<Client['toolkits']['add']>[0]['body'], 'toolkits'>

/** `Adding`, `Added`, `could not be added`. */
type Words = { doing: string; done: string; failed: string }

/** As many as one request may name. */
const atOnce = 20

/**
 * Adds toolkits by their names, and waits for the reports. One that cannot be imported is shown,
 * and does not keep the others from being added.
 */
export const addAndWait = async (
  client: Client,
  toolkits: string[],
  requestFor: (toolkits: string[]) => Request,
  words: Words,
): Promise<Record<string, ImportReport>> => {
  const reports: Record<string, ImportReport> = {}
  for (let start = 0; start < toolkits.length; start += atOnce) {
    const batch = toolkits.slice(start, start + atOnce)
    const { imports } = await client.toolkits.add(
      { body: { ...requestFor(batch), toolkits: batch } },
      { timeoutMs: uploadTimeoutMs },
    )
    for (const added of imports) {
      const report = await waitAndShow(client, added, words)
      if (report) reports[added.slug] = report
    }
  }
  return reports
}

const waitAndShow = async (
  client: Client,
  added: { slug: string; id: string },
  { doing, done, failed }: Words,
): Promise<ImportReport | undefined> => {
  const progress = await showProgress(`${doing} "${added.slug}"`)
  try {
    const report = await waitForImport(client, added, progress.update)
    progress.finish(`${done} "${added.slug}"`)
    return report
  } catch (error) {
    progress.fail(
      `"${added.slug}" ${failed}: ${error instanceof Error ? error.message : String(error)}`,
    )
    return undefined
  }
}
