import { countValues } from './count-values.ts'
import type { DescriptionFiles } from './description-files.ts'
import { ImportProblem } from './import-problem.ts'

/** Limits of one description. Those of bytes and time are the source's. */
const maximumFiles = 2_000
const maximumValues = 4_000_000
const concurrency = 4

export type FileReader = ReturnType<typeof createFileReader>

/** Reads files of a description, and notes why some are missing. */
export const createFileReader = (root: unknown, files: DescriptionFiles) => {
  /** By what identifies a file, with the description itself. */
  const contents = new Map<string, unknown>([[files.main, root]])
  /** By their names, as are the reasons for the missing ones. */
  const loaded = new Map<string, unknown>()
  const missing = new Map<string, string>()
  let values = 0

  const read = async (file: string): Promise<void> => {
    try {
      const content = await files.read(file)
      const count = await countValues(content, maximumValues - values)
      values += count
      contents.set(file, content)
      loaded.set(files.nameOf(file), content)
    } catch (error) {
      missing.set(files.nameOf(file), toReason(error))
    }
  }

  const giveUp = (batch: string[], reason: string): void => {
    for (const file of batch) missing.set(files.nameOf(file), reason)
  }

  return {
    contents,
    loaded,
    missing,
    locate: (path: string, from: string): string | undefined => {
      try {
        return files.locate(path, from)
      } catch (error) {
        missing.set(path, toReason(error))
        return undefined
      }
    },
    /** Whether a file was neither read nor found missing. */
    isNew: (file: string): boolean => !contents.has(file) && !missing.has(files.nameOf(file)),
    giveUp,
    readAll: async (batch: string[]): Promise<void> => {
      if (loaded.size + missing.size + batch.length > maximumFiles)
        return giveUp(
          batch,
          `the description has more than ${maximumFiles.toLocaleString('en')} files`,
        )
      const waiting = [...batch]
      const work = async () => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
          await read(next)
      }
      const stopOthers = (error: unknown) => {
        waiting.length = 0
        throw error
      }
      await Promise.all(Array.from({ length: concurrency }, () => work().catch(stopOthers)))
    },
  }
}

const toReason = (error: unknown): string => {
  if (!(error instanceof ImportProblem)) throw error
  return error.message
}
