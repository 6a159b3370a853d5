import type { BodyTemplate } from '../../../catalog/index.ts'
import type { BuiltBody, LoadBinary } from './built-body.ts'
import { loadFile } from './load-file.ts'

/** The bytes of a file. Where the description leaves the type open, it is the file's own. */
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
