import { createInterface } from 'node:readline'
import { describeError } from '../describe-error.ts'

/** Reads codes from the prompt or a pipe until one is correct. */
export const readCodes = (
  confirm: (code: string) => Promise<void>,
  onConfirmed: () => void,
): { close(): void } => {
  const take = async (code: string): Promise<void> => {
    try {
      await confirm(code)
      onConfirmed()
    } catch (error) {
      console.error(describeError(error))
    }
  }
  const lines = createInterface({ input: process.stdin, terminal: false })
  lines.on('line', (line) => {
    if (line.trim() !== '') void take(line.trim())
  })
  return { close: () => lines.close() }
}
