import { extname } from 'node:path'
import type { Mime } from 'mime'

let known: Promise<Mime> | undefined

/**
 * The media type that a file's extension stands for, where nobody says one. Its table is loaded
 * with the first such file.
 *
 * @example await mediaTypeOf('Report.PDF') // 'application/pdf'
 */
export const mediaTypeOf = async (filename: string): Promise<string> => {
  known ??= import('mime').then((module) => module.default)
  return (await known).getType(extname(filename)) ?? 'application/octet-stream'
}
