import { PlugboardError, type ReadFile } from '../../client/index.ts'
import { isObject } from '../../schema/json-schema.ts'
import { toBase64 } from './to-base64.ts'
import { toModelOutput, type ToolResult } from './tool-result.ts'

/** What a model sees of a result. */
export type ShownResult = {
  /** JSON: the data, or the error with any data that was returned with it. */
  output: Record<string, unknown>
  /** `output` as text, for frameworks whose tool messages are text. */
  text: string
  isError: boolean
  /** Images and PDFs of the result, if requested. `output` has links to all files. */
  files: ShownFile[]
}

export type ShownFile = { mediaType: string; base64: string; name?: string }

export type ShowOptions = {
  /**
   * Reads images and PDFs in the result, for models that support them. Without it, the model sees
   * links.
   */
  files?: boolean | undefined
  signal?: AbortSignal | undefined
}

type Parts = { readFile: ReadFile; maximumCharacters: number }

/**
 * Converts a result to what a model sees of it. All adapters use this function, so results look the
 * same in every framework.
 *
 * The service stores large results and returns a preview with a handle. Results that bypassed the
 * service, or that it does not store, are truncated here.
 */
export const showResult = async (
  { readFile, maximumCharacters }: Parts,
  result: ToolResult,
  { files: wanted, signal }: ShowOptions,
): Promise<ShownResult> => {
  const files = wanted ? await readFiles(readFile, result.data, signal) : []
  const whole = toModelOutput(result)
  const text = JSON.stringify(whole)
  const isError = result.error !== null
  if (text.length <= maximumCharacters) return { output: whole, text, isError, files }
  const output = cut(text, result.error)
  return { output, text: JSON.stringify(output), isError, files }
}

const previewCharacters = 4000

const cut = (text: string, error: string | null): Record<string, unknown> => ({
  ...(error !== null && { error: error.slice(0, previewCharacters) }),
  preview: `${text.slice(0, previewCharacters)}…`,
  size: text.length,
  message: `The result has ${text.length} characters, of which you see the first ${previewCharacters}. Call the tool again for less: fewer items, one page, or fewer fields.`,
})

/**
 * Image types that every model family supports. Other types would make the provider refuse the
 * whole request.
 */
const shownTypes = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'application/pdf',
])
const maximumFiles = 5
const maximumBytes = 5 * 1024 * 1024

const readFiles = async (
  readFile: ReadFile,
  data: Record<string, unknown>,
  signal: AbortSignal | undefined,
): Promise<ShownFile[]> => {
  const links = linksOf(data)
    .filter(({ content_type: type, size }) => shownTypes.has(type) && size <= maximumBytes)
    .slice(0, maximumFiles)
  const read = await Promise.all(
    links.map(async ({ url, content_type: mediaType, name }): Promise<ShownFile[]> => {
      try {
        const { bytes } = await readFile(url, { signal, maximumBytes })
        return [{ mediaType, base64: toBase64(bytes), ...(typeof name === 'string' && { name }) }]
      } catch (error) {
        // The file may have expired when an old conversation is replayed. The model still sees its
        // description.
        if (error instanceof PlugboardError && error.slug !== 'aborted') return []
        throw error
      }
    }),
  )
  return read.flat()
}

type Link = { url: string; content_type: string; size: number; name?: unknown }

/** Finds the files in the result of a tool or of the calls of a multi-execute. */
const linksOf = ({ file, files, results }: Record<string, unknown>): Link[] => [
  ...[file, ...(Array.isArray(files) ? files : [])].filter(isLink),
  ...(Array.isArray(results) ? results : []).flatMap((result: unknown) =>
    isObject(result) && isObject(result['data'])
      ? linksOf({ ...result['data'], results: undefined })
      : [],
  ),
]

const isLink = (value: unknown): value is Link =>
  isObject(value) &&
  typeof value['url'] === 'string' &&
  typeof value['content_type'] === 'string' &&
  typeof value['size'] === 'number'
