import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '../client/index.ts'
import type { ImportReport, ImportState } from '../contract/index.ts'
import { CliError } from './cli-error.ts'

export type ImportRequest = Parameters<Client['toolkits']['import']>[0]['body']

/** Of a request with a whole description. */
export const uploadTimeoutMs = 5 * 60_000
const firstDelayMs = 10
const longestDelayMs = 250

/** Imports a toolkit, reports progress, and waits for the report. */
export const importAndWait = async (
  client: Client,
  request: ImportRequest,
  onProgress: (progress: ImportState['progress']) => void = () => {},
): Promise<ImportReport> => {
  const { id } = await client.toolkits.import({ body: request }, { timeoutMs: uploadTimeoutMs })
  return waitForImport(client, { id, slug: request.slug }, onProgress)
}

/** Waits for the report of an import that was accepted; throws what the import says went wrong. */
export const waitForImport = async (
  client: Client,
  { id, slug }: { id: string; slug: string | undefined },
  onProgress: (progress: ImportState['progress']) => void = () => {},
): Promise<ImportReport> => {
  for (let delayMs = firstDelayMs; ; delayMs = Math.min(delayMs * 1.5, longestDelayMs)) {
    const state = await client.toolkits.getImport({ params: { id } })
    onProgress(state.progress)
    if (state.report) return state.report
    if (state.status === 'failed')
      throw new CliError(state.error ?? `The import of "${slug}" failed`)
    await wait(delayMs)
  }
}
