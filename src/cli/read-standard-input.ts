import { text } from 'node:stream/consumers'

/** Reads standard input, without the final line break. */
export const readStandardInput = async (): Promise<string> =>
  (await text(process.stdin)).replace(/\r?\n$/, '')
