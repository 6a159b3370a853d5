import { posix } from 'node:path'
import type { TextParser } from '../../platform/untrusted-text/index.ts'
import type { DescriptionFiles } from '../openapi/index.ts'
import { ImportProblem } from '../openapi/document/import-problem.ts'
import { parseDocument } from './parse-document.ts'

/**
 * The other files that were sent with a description, by their paths relative to its folder. If they
 * refer back to it, it is among them, with the same text.
 */
export const givenFiles = (
  texts: TextParser,
  description: unknown,
  files: Record<string, string>,
): DescriptionFiles => {
  const byPath = new Map(Object.entries(files).map(([path, text]) => [posix.normalize(path), text]))
  return {
    main: [...byPath].find(([, text]) => text === description)?.[0] ?? '',
    locate: (reference, from) => {
      const path = posix.normalize(posix.join(posix.dirname(from), decode(reference)))
      if (!byPath.has(path))
        throw new ImportProblem('it is not among the files that were sent with the description')
      return path
    },
    nameOf: (file) => file,
    read: (file) =>
      parseDocument(texts, byPath.get(file) ?? '', (problem) => new ImportProblem(`it ${problem}`)),
  }
}

const decode = (reference: string): string => {
  try {
    return decodeURIComponent(reference)
  } catch {
    return reference
  }
}
