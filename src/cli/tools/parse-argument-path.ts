import { CliError } from '../cli-error.ts'

/** Names, and places in lists, from the outside in. */
export type ArgumentPath = readonly (string | number)[]

/**
 * Parses the path of an argument as error messages write it. A name with other characters than
 * those of a word stands in quotes.
 *
 * @example parseArgumentPath('body.files[0]["a.b"]') // ['body', 'files', 0, 'a.b']
 */
export const parseArgumentPath = (text: string): ArgumentPath => {
  const path: (string | number)[] = []
  for (let rest = text.startsWith('[') ? text : `.${text}`; rest !== '';) {
    const [step = '', name, index, quoted] =
      /^(?:\.([^.[\]"]+)|\[(\d{1,6})\]|\[("(?:[^"\\]|\\.)*")\])/.exec(rest) ?? []
    const read = name ?? (index === undefined ? unquote(quoted) : Number(index))
    if (read === undefined)
      throw new CliError(`"${text}" is not the path of an argument`, {
        suggestedFix: `Write it as file, body.file or body.files[0]; a name with other characters in quotes, as in ["a.b"]`,
      })
    path.push(read)
    rest = rest.slice(step.length)
  }
  return path
}

const unquote = (quoted: string | undefined): string | undefined => {
  try {
    return quoted === undefined ? undefined : String(JSON.parse(quoted))
  } catch {
    return undefined
  }
}
