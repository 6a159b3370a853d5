import { parentPort, type MessagePort } from 'node:worker_threads'
import { parseJson } from './parse-json.ts'
import type { TextLimits } from './parse-text.ts'
import { splitValue } from './split-value.ts'
import { UntrustedTextError } from './untrusted-text-error.ts'

/** A text to parse, and the port that receives the parsed pieces. */
export type TextTask = {
  text: string | Uint8Array
  charset: string | undefined
  limits: TextLimits
  pieces: MessagePort
}
export type TextDone = { parsed: true } | { kind: UntrustedTextError['kind']; problem: string }

const parse = async ({ text, charset, limits, pieces }: TextTask): Promise<TextDone> => {
  try {
    // The first document loads the YAML parser.
    const parseText = limits.yaml ? (await import('./parse-text.ts')).parseText : parseJson
    const value = parseText(text, limits, charset)
    for (const piece of splitValue(value, limits)) pieces.postMessage(piece)
    return { parsed: true }
  } catch (error) {
    if (error instanceof UntrustedTextError) return { kind: error.kind, problem: error.message }
    throw error
  }
}

const answer = async (task: TextTask): Promise<void> => parentPort?.postMessage(await parse(task))

// Any other error ends the thread and rejects the pending call.
parentPort?.on('message', (task: TextTask) => void answer(task))
