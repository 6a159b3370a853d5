import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { hash } from 'node:crypto'
import { join } from 'node:path'
import type { z } from 'zod'
import { toCanonicalJson } from './to-canonical.ts'

/** A folder of recordings cannot be used, or contains an invalid file. */
export class CassetteError extends Error {
  override name = 'CassetteError'
}

/** Identifies a request: the same request has the same key on every machine. */
export const toKey = (asked: unknown): string =>
  hash('sha256', toCanonicalJson(asked), 'hex').slice(0, 32)

export type CassetteFiles<Cassette> = {
  read(key: string): Promise<Cassette | undefined>
  write(key: string, cassette: Cassette): Promise<void>
  /** All recordings in the folder, ordered by key; empty if there is no folder. */
  list(): Promise<{ key: string; cassette: Cassette }[]>
}

/** The recordings of one kind in a folder, one file each, formatted for code review. */
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
      `${path} is not a recording of this version: ${parsed.error.issues.map(({ path: place, message }) => `${place.join('.')} ${message}`.trim()).join('; ')}. Remove it and record it again`,
    )
  }

  return {
    read,
    write: async (key, cassette) => {
      await mkdir(folder, { recursive: true })
      // Written atomically, so that concurrent readers see a complete file.
      const partial = `${fileOf(key)}.${randomUUID()}.part`
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
