import { toShape } from '../../platform/projection/index.ts'
import { toOutline } from './to-outline.ts'

const previewCharacters = 1500
const maximumFiles = 10

/**
 * What a model sees of a stored result: its first items, its shape, and how to read on. Files stay,
 * since a model looks at them itself.
 */
export const toPreview = (
  data: Record<string, unknown>,
  size: number,
  handle: string,
): Record<string, unknown> => ({
  ...filesOf(data),
  preview: toOutline(data, previewCharacters),
  size,
  shape: toShape(data),
  handle,
  message: `The result has ${size} characters, so it was stored. Read the parts you need with SVC_READ_RESULT and this handle; \`shape\` shows which paths there are.`,
})

const filesOf = ({ file, files }: Record<string, unknown>): Record<string, unknown> => ({
  ...(isReference(file) && { file }),
  ...(Array.isArray(files) &&
    files.length > 0 &&
    files.length <= maximumFiles &&
    files.every(isReference) && { files: files as unknown[] }),
})

/** As `FileReference`: whoever wrote another long object here does not get around the preview. */
const isReference = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'url' in value &&
  'content_type' in value &&
  JSON.stringify(value).length < 1000
