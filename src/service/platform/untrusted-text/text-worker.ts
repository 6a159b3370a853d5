import { parentPort, type MessagePort } from 'node:worker_threads'
import { decodeText } from './decode-text.ts'
import { parseJson } from './parse-json.ts'
import type { SchemaLimits } from './parse-schema.ts'
import type { TextLimits } from './parse-text.ts'
import { splitValue } from './split-value.ts'
import { UntrustedTextError } from './untrusted-text-error.ts'

/** A text to parse, and the port that receives the parsed pieces. */
export type TextTask = {
  text: string | Uint8Array
  charset: string | undefined
  limits: TextLimits | SchemaLimits
  /** Asks for the positions of values instead of the parsed text. */
  paths?: readonly string[]
  pieces: MessagePort
}
export type TextDone = { parsed: true } | { kind: UntrustedTextError['kind']; problem: string }

const parse = async ({ text, charset, limits, paths, pieces }: TextTask): Promise<TextDone> => {
  try {
    const value = paths ? await locate(text, paths) : await parseAs({ text, charset, limits })
    for (const piece of splitValue(value, limits)) pieces.postMessage(piece)
    return { parsed: true }
  } catch (error) {
    if (error instanceof UntrustedTextError) return { kind: error.kind, problem: error.message }
    throw error
  }
}

const locate = async (text: string | Uint8Array, paths: readonly string[]): Promise<unknown> =>
  (await import('./locate-paths.ts')).locatePaths(decodeText(text), paths)

/** The first document loads the YAML parser, the first schema that of GraphQL. */
const parseAs = async ({
  text,
  charset,
  limits,
}: Pick<TextTask, 'text' | 'charset' | 'limits'>): Promise<unknown> => {
  if ('graphQl' in limits)
    return (await import('./parse-schema.ts')).parseSchema(text, limits, charset)
  const parseText = limits.yaml ? (await import('./parse-text.ts')).parseText : parseJson
  return parseText(text, limits, charset)
}

const answer = async (task: TextTask): Promise<void> => parentPort?.postMessage(await parse(task))

// Any other error ends the thread and rejects the pending call.
parentPort?.on('message', (task: TextTask) => void answer(task))
