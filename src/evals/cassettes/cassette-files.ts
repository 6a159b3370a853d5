import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { hash } from 'node:crypto'
import { join } from 'node:path'
import type { z } from 'zod'
import { toCanonicalJson } from './to-canonical.ts'

/** A folder of recordings could not be used, or holds a file that is none. */
export class CassetteError extends Error {
  override name = 'CassetteError'
}

/** Names what was asked: the same question has the same key on every machine. */
export const toKey = (asked: unknown): string =>
  hash('sha256', toCanonicalJson(asked), 'hex').slice(0, 32)

export type CassetteFiles<Cassette> = {
  read(key: string): Promise<Cassette | undefined>
  write(key: string, cassette: Cassette): Promise<void>
  /** All that lie in the folder, in the order of their keys; none where there is no folder. */
  list(): Promise<{ key: string; cassette: Cassette }[]>
}

/** Cassettes of one kind in a folder, one file each, which read well in a review. */
export const openCassetteFiles = <Cassette>(
  folder: string,
  kind: string,
  schema: z.ZodType<Cassette>,
): CassetteFiles<Cassette> => {
  const fileOf = (key: string) => join(folder, `${kind}-${key}.json`)

  const read = async (key: string): Promise<Cassette | undefined> => {
    const text = await readFile(fileOf(key), 'utf8').catch(ignoreAbsence)
    return text === undefined ? undefined : parse(fileOf(key), text)
  }

  const parse = (path: string, text: string): Cassette => {
    let given: unknown
    try {
      given = JSON.parse(text)
    } catch (cause) {
      throw new CassetteError(`${path} is not JSON. Remove it and record it again`, { cause })
    }
    const parsed = schema.safeParse(given)
    if (parsed.success) return parsed.data
    throw new CassetteError(
      `${path} is no recording of this version: ${parsed.error.issues.map(({ path: place, message }) => `${place.join('.')} ${message}`.trim()).join('; ')}. Remove it and record it again`,
    )
  }

  return {
    read,
    write: async (key, cassette) => {
      await mkdir(folder, { recursive: true })
      // Whoever reads at the same time sees a whole file.
      const partial = `${fileOf(key)}.${process.pid}.part`
      await writeFile(partial, `${JSON.stringify(cassette, null, 2)}\n`)
      await rename(partial, fileOf(key))
    },
    list: async () => {
      const names = (await readdir(folder).catch(ignoreAbsence)) ?? []
      const keys = names
        .filter((name) => name.startsWith(`${kind}-`) && name.endsWith('.json'))
        .map((name) => name.slice(kind.length + 1, -'.json'.length))
        .toSorted()
      return (
        await Promise.all(keys.map(async (key) => ({ key, cassette: await read(key) })))
      ).flatMap(({ key, cassette }) => (cassette === undefined ? [] : [{ key, cassette }]))
    },
  }
}

const ignoreAbsence = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error
}
