import { toShape } from '../../platform/projection/index.ts'
import { toOutline } from './to-outline.ts'

const previewCharacters = 1500

/** What a model sees of a stored result: its first items, its shape, and how to read on. */
export const toPreview = (
  data: Record<string, unknown>,
  size: number,
  handle: string,
): Record<string, unknown> => ({
  preview: toOutline(data, previewCharacters),
  size,
  shape: toShape(data),
  handle,
  message: `The result has ${size} characters, so it was stored. Read the parts you need with SVC_READ_RESULT and this handle; \`shape\` shows which paths there are.`,
})
