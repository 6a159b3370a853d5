import { CliError } from '../cli-error.ts'

/** Parses repeated `name=value` options. A repeated name becomes a list. */
export const parsePairs = (
  option: string,
  pairs: readonly string[] = [],
): Record<string, string | string[]> => {
  const values: Record<string, string | string[]> = {}
  for (const pair of pairs) {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(pair) ?? []
    if (name === undefined || value === undefined)
      throw new CliError(`"${pair}" is not of the form name=value`, {
        suggestedFix: `Write it as ${option} limit=5`,
      })
    const before = values[name]
    values[name] = before === undefined ? value : [before, value].flat()
  }
  return values
}
