/** The message of any error, or an error as text: whoever wrote it did not write it for callers. */
const anyMessage =
  /instanceof Error\b[^\n]{0,40}\?[^\n]{0,10}\.message|instanceof Error\s*&&[^\n]*\?[^\n]*\.message|String\((?:error|cause|thrown|reason)\)|\$\{(?:cause|thrown)\}|\((?:error|cause|thrown) as Error\)\.message/g

/**
 * Every place that takes its text from an error of any kind, as a sentence that says what to do.
 */
export const findForeignMessages = (path: string, text: string): string[] =>
  [...text.matchAll(anyMessage)].map(
    ([found]) =>
      `${path} has "${found}": give callers publicMessage(error, otherwise), and log the error`,
  )
