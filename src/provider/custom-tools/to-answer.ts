import { isObject } from '../../schema/json-schema.ts'
import { answeredFiles } from '../../contract/session-results.ts'

/** A file that a custom tool answered, and its place in the data. */
export type AnsweredFile = { at: string; content: Blob }

/** What a custom tool answered, as data; null stands where a file goes. */
export type CustomAnswer = {
  data: Record<string, unknown>
  /** `data` as JSON. */
  text: string
  files: AnsweredFile[]
}

/**
 * Converts what a custom tool returned through JSON, so that a local result is identical to one
 * that the service returned, and takes the files out of it.
 */
export const toAnswer = (slug: string, value: unknown): CustomAnswer => {
  const answer = value instanceof Blob ? { file: value } : value
  const { rest, files } = isObject(answer) ? takeFiles(slug, answer) : { rest: answer, files: [] }
  const text: string | undefined = JSON.stringify(rest, (key, inner: unknown) => {
    if (inner instanceof Blob) throw misplaced(slug, key)
    return inner
  })
  if (text === undefined && answer !== undefined)
    throw new TypeError(`${slug} returned a ${typeof answer}, which cannot be converted to JSON`)
  const parsed: unknown = text === undefined ? {} : JSON.parse(text)
  const data = isObject(parsed) ? parsed : { result: parsed }
  return { data, text: JSON.stringify(data), files }
}

const takeFiles = (
  slug: string,
  answer: Record<string, unknown>,
): { rest: Record<string, unknown>; files: AnsweredFile[] } => {
  const { file, files } = answer
  const list: unknown[] = Array.isArray(files) ? files : []
  const found = [
    { at: '/file', content: file },
    ...list.map((content, index) => ({ at: `/files/${index}`, content })),
  ].filter(({ at, content }) => isFile(slug, at, content)) as AnsweredFile[]
  if (found.length === 0) return { rest: answer, files: [] }
  checkLimits(slug, found, list.length)
  return {
    rest: {
      ...answer,
      ...(file instanceof Blob && { file: null }),
      ...(list.length > 0 && {
        files: list.map((each) => (each instanceof Blob ? null : each)),
      }),
    },
    files: found,
  }
}

const isFile = (slug: string, at: string, content: unknown): content is Blob => {
  if (content instanceof ArrayBuffer || ArrayBuffer.isView(content))
    throw new TypeError(
      `${slug} returned bytes at ${at}, of which nobody knows the type: return new File([bytes], 'chart.png', { type: 'image/png' })`,
    )
  return content instanceof Blob
}

const checkLimits = (slug: string, files: AnsweredFile[], listed: number): void => {
  const { count, bytes } = answeredFiles
  const size = files.reduce((total, { content }) => total + content.size, 0)
  if (files.length <= count && listed <= count && size <= bytes) return
  throw new RangeError(
    `${slug} returned ${files.length} files with ${size} bytes; a result has at most ${count} with ${bytes} bytes together. For larger ones, upload them with plugboard.files.upload and return what that answers`,
  )
}

const misplaced = (slug: string, key: string): TypeError =>
  new TypeError(
    `${slug} returned a file at "${key}": return it as \`file\`, in the list \`files\`, or as the result itself`,
  )
