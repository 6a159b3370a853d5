import { mediaType } from '../../contract/files.ts'

/** The media type of a file that a custom tool answered. */
export const typeOf = ({ type }: Blob): string =>
  mediaType.safeParse(type).success ? type : 'application/octet-stream'

/** Names on disk may be of any length, and hold what no header can. */
export const nameOf = (content: Blob): { name?: string } => {
  if (typeof File !== 'function' || !(content instanceof File)) return {}
  const name = content.name.replaceAll(/\p{Cc}/gu, '').slice(-255)
  return name === '' ? {} : { name }
}

/** What stands in the place of a file that is not in the result: a model learns that it was there. */
export const missingFile = (content: Blob, problem: string): Record<string, unknown> => ({
  content_type: typeOf(content),
  size: content.size,
  ...nameOf(content),
  problem,
})
