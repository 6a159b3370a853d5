import type { LoadBinary } from './built-body.ts'
import { RequestBuildError } from '../request-build-error.ts'

/** Reads a file argument, and names the argument in the error: the reader knows only the file. */
export const loadFile = async (
  loadBinary: LoadBinary,
  argument: string,
  value: unknown,
): ReturnType<LoadBinary> => {
  try {
    return await loadBinary(value)
  } catch (cause) {
    if (!(cause instanceof RequestBuildError) || cause.argument !== '') throw cause
    throw new RequestBuildError(argument, `Argument "${argument}": ${cause.message}`, { cause })
  }
}
