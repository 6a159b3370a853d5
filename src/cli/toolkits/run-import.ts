import { readFile } from 'node:fs/promises'
import type { Client } from '../../client/index.ts'
import { CliError } from '../cli-error.ts'
import { importAndWait, type ImportRequest } from '../import-and-wait.ts'
import { toImportAuth } from './import-auth.ts'
import type { ImportOptions } from './import.ts'
import { showProgress } from './show-progress.ts'
import { toReportText } from './to-report-text.ts'

/** Sends a description to the service, shows how far the import is, and prints its report. */
export const runImport = async (client: Client, source: string, options: ImportOptions): Promise<void> => {
  const request = await toRequest(source, options)
  const progress = await showProgress(`Importing "${options.slug}"`)
  try {
    const report = await importAndWait(client, request, progress.update)
    progress.finish(`Imported "${options.slug}"`)
    console.log(options.json ? JSON.stringify(report, null, 2) : toReportText(report))
  } catch (error) {
    progress.fail(`Importing "${options.slug}" failed`)
    throw error
  }
}

const toRequest = async (source: string, options: ImportOptions): Promise<ImportRequest> => {
  const auth = toImportAuth(options)
  return {
    slug: options.slug,
    source: { openapi: /^https?:\/\//i.test(source) ? source : await readDescription(source) },
    ...(options.name !== undefined && { name: options.name }),
    ...(options.baseUrl !== undefined && { base_url: options.baseUrl }),
    ...(auth && { auth }),
    ...(options.include && { include: options.include }),
    ...(options.exclude && { exclude: options.exclude }),
    ...(options.acceptHostChange && { accept_host_change: true }),
  }
}

const readDescription = async (path: string): Promise<string> => {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new CliError(`The description ${path} cannot be read`, { suggestedFix: 'Name a file with an OpenAPI or Swagger description, or its http(s) address', cause })
  })
  if (text.trim() === '') throw new CliError(`The description ${path} is empty`)
  return text
}
