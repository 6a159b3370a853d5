import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { CliError } from './cli-error.ts'

/** Opens a file for upload; its content is streamed. */
export const openFile = async (path: string): Promise<{ content: Blob; filename: string }> => {
  try {
    return { content: await openAsBlob(path), filename: basename(path) }
  } catch (cause) {
    throw new CliError(`The file ${path} cannot be read`, {
      suggestedFix: 'Check its path and permissions',
      cause,
    })
  }
}
