import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'

/** YAML above this many characters takes longer to parse than other requests should wait. */
const maximumOnThisThread = 64 * 1024

/** Reads the text of a description; a large one in YAML is parsed on a thread of its own. */
export const readDescription = async (text: string): Promise<unknown> => {
  if (text.length > maximumOnThisThread && !/^\s*[{[]/.test(text)) return parseOnThread(text)
  const { parseDocument } = await import('./openapi/index.ts')
  return parseDocument(text)
}

export type ParsedDescription = { document: unknown } | { error: string }

const parseOnThread = async (text: string): Promise<unknown> => {
  const worker = new Worker(new URL(`./read-description-worker${extname(import.meta.filename)}`, import.meta.url), { workerData: text })
  try {
    const parsed = await new Promise<ParsedDescription>((resolve, reject) => worker.once('message', resolve).once('error', reject))
    if ('error' in parsed) throw new Error(parsed.error)
    return parsed.document
  } finally {
    await worker.terminate()
  }
}
