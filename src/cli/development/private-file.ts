import { readFile, rename, writeFile } from 'node:fs/promises'
import type { z } from 'zod'
import { CliError } from '../cli-error.ts'

/** Reads a file; undefined if it does not exist. */
export const readOptionalFile = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new CliError(`${path} cannot be read`, { cause: error })
  })

/** Reads what `writePrivateJson` wrote; undefined if the file does not exist. */
export const readPrivateJson = async <T>(
  path: string,
  schema: z.ZodType<T>,
): Promise<T | undefined> => {
  const text = await readOptionalFile(path)
  if (text === undefined) return undefined
  const parsed = schema.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  throw new CliError(`${path} is damaged`, {
    suggestedFix: 'Restore the file, or choose another folder with --data',
  })
}

export const writePrivateJson = (path: string, value: unknown): Promise<void> =>
  writePrivateText(path, `${JSON.stringify(value, null, 2)}\n`)

/**
 * Writes a file that only this user can read. The write is atomic: after a crash, the file is
 * either old or new.
 */
export const writePrivateText = async (path: string, text: string): Promise<void> => {
  const next = `${path}.${process.pid}.new`
  await writeFile(next, text, { mode: 0o600, flush: true })
  await rename(next, path)
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
