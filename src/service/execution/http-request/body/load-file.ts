import type { LoadBinary } from './built-body.ts'
import { RequestBuildError } from '../request-build-error.ts'

/**
 * Reads a file argument. The reader knows what is wrong with a file, and not which argument it came
 * from.
 */
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
