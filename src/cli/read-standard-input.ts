import { text } from 'node:stream/consumers'

/** All of standard input, without the line break at its end. */
export const readStandardInput = async (): Promise<string> =>
  (await text(process.stdin)).replace(/\r?\n$/, '')
