import { CaseFileError } from './case-file-error.ts'

/** Parses JSON Lines; empty lines are ignored. */
export const parseLines = (text: string, source: string): unknown[] =>
  text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    try {
      return [JSON.parse(line) as unknown]
    } catch (cause) {
      if (cause instanceof SyntaxError)
        throw new CaseFileError(`${source}, line ${index + 1}: is not JSON: ${cause.message}`, {
          cause,
        })
      throw cause
    }
  })
