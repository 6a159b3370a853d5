import type { BodyTemplate } from '../../../catalog/index.ts'
import type { BuiltBody, LoadBinary } from './built-body.ts'
import { loadFile } from './load-file.ts'

/** The bytes of a file. Where the description leaves the media type open, the file's is used. */
export const binaryBody = async (
  loadBinary: LoadBinary,
  { contentType }: BodyTemplate,
  argument: string,
  value: unknown,
): Promise<BuiltBody> => {
  const file = await loadFile(loadBinary, argument, value)
  const isOpen = contentType.includes('*') || contentType === 'application/octet-stream'
  return {
    contentType: isOpen ? (file.contentType ?? 'application/octet-stream') : contentType,
    content: file.content,
  }
}
