import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { CaseFileError } from './case-file-error.ts'

/**
 * Imports a file of cases or runners and returns its default export, or the result of calling it if
 * it is a function.
 */
export const runFile = async (path: string): Promise<unknown> => {
  const { default: content } = (await import(pathToFileURL(resolve(path)).href)) as {
    default?: unknown
  }
  if (content === undefined)
    throw new CaseFileError(
      `${path}: has no default export; export the cases or runners, or a function that returns them`,
    )
  return typeof content === 'function' ? (content as () => unknown)() : content
}
