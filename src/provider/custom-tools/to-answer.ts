import { isObject } from '../../schema/json-schema.ts'
import { answeredFiles } from '../../contract/session-results.ts'
import { missingFile } from './file-details.ts'

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
 *
 * Never throws: the tool has run, and a model that reads of a failure would have it run again. In the
 * place of what no result can hold stands what it was, with the `problem`.
 */
export const toAnswer = (value: unknown): CustomAnswer => {
  const answer = value instanceof Blob ? { file: value } : value
  const { rest, files } = isObject(answer) ? takeFiles(answer) : { rest: answer, files: [] }
  const parsed = throughJson(rest)
  const data = isObject(parsed) ? parsed : { result: parsed }
  return { data, text: JSON.stringify(data), files }
}

const throughJson = (value: unknown): unknown => {
  try {
    const text: string | undefined = JSON.stringify(value, withoutBytes)
    if (text !== undefined) return JSON.parse(text)
    if (value === undefined) return {}
  } catch {
    // A cycle, a bigint, or a `toJSON` that throws.
  }
  return { problem: 'The tool has run, but what it returned cannot be converted to JSON' }
}

/** Looks at what was returned: a `Buffer` has its own form in JSON, of numbers. */
const withoutBytes = function (this: Record<string, unknown>, key: string, json: unknown): unknown {
  const value = this[key]
  if (value instanceof Blob)
    return missingFile(
      value,
      'A file is shown only as the result itself, as `file` or in the list `files`',
    )
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value))
    return {
      size: value.byteLength,
      problem: 'Bytes without a media type are not shown; a `File` or `Blob` has one',
    }
  return json
}

const takeFiles = (
  answer: Record<string, unknown>,
): { rest: Record<string, unknown>; files: AnsweredFile[] } => {
  const { file, files } = answer
  const list: unknown[] = Array.isArray(files) ? files : []
  const found = [
    { at: '/file', content: file },
    ...list.map((content, index) => ({ at: `/files/${index}`, content })),
  ].filter((each): each is AnsweredFile => each.content instanceof Blob)
  if (found.length === 0) return { rest: answer, files: [] }
  const taken = withinLimits(found, list.length) ? found : []
  const toPlace = (content: unknown): unknown => {
    if (!(content instanceof Blob)) return content
    return taken.length > 0 ? null : missingFile(content, tooMuch)
  }
  return {
    rest: {
      ...answer,
      ...(file instanceof Blob && { file: toPlace(file) }),
      ...(list.length > 0 && { files: list.map(toPlace) }),
    },
    files: taken,
  }
}

const withinLimits = (files: readonly AnsweredFile[], listed: number): boolean => {
  const { count, bytes } = answeredFiles
  const size = files.reduce((total, { content }) => total + content.size, 0)
  return files.length <= count && listed <= count && size <= bytes
}

const tooMuch = `The files are not shown: a result holds at most ${answeredFiles.count} files with ${answeredFiles.bytes} bytes together`
