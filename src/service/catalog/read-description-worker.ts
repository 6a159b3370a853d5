import { parentPort, workerData } from 'node:worker_threads'
import { parseDocument } from './openapi/index.ts'
import type { ParsedDescription } from './read-description.ts'

const parse = (text: string): ParsedDescription => {
  try {
    return { document: parseDocument(text) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

parentPort?.postMessage(parse(String(workerData)))
