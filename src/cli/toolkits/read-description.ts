import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { dirname, join, posix, resolve, sep } from 'node:path'
import { CliError } from '../cli-error.ts'

export type DescriptionInput = { openapi: string; files?: Record<string, string> }

const maximumFiles = 2_000
const maximumBytes = 64 * 1024 * 1024

/**
 * Reads a description from its file, or from the folder that it is in, with the other files that it
 * refers to. Files outside of the folder are left out, also where a symbolic link leads to them.
 *
 * @param below The folder whose files may be read; by default the one of the description.
 */
export const readDescription = async (
  source: string,
  below: string | undefined,
): Promise<DescriptionInput> => {
  const path = await findDescription(source)
  const openapi = await readText(path)
  if (openapi.trim() === '') throw new CliError(`The description ${path} is empty`)
  if (isGraphQl(path, openapi))
    throw new CliError(`${path} is a GraphQL schema, which does not say where its API is`, {
      suggestedFix: `Give the address of the API: plugboard toolkits import <slug> --graphql <address> --schema ${path}`,
    })
  const files = await collectFiles(path, openapi, below ?? dirname(path))
  return { openapi, ...(files.size > 0 && { files: Object.fromEntries(files) }) }
}

const findDescription = async (source: string): Promise<string> => {
  const found = await stat(source).catch(unreadable(source))
  if (!found.isDirectory()) return source
  const names = (await readdir(source)).filter((name) => /\.(json|ya?ml)$/i.test(name)).sort()
  const described: string[] = []
  for (const name of names.slice(0, maximumFiles))
    if (isDescription(await readText(join(source, name)))) described.push(name)
  const [first, ...others] = described
  if (first === undefined)
    throw new CliError(`The folder ${source} has no description of an API`, {
      suggestedFix: 'Name the file with the description',
    })
  if (others.length > 0)
    throw new CliError(`The folder ${source} has several descriptions: ${described.join(', ')}`, {
      suggestedFix: `Name one of them, such as ${join(source, first)}`,
    })
  return join(source, first)
}

const isDescription = (text: string): boolean =>
  /^(["']?)(openapi|swagger)\1\s*:/m.test(text) ||
  /"(openapi|swagger)"\s*:\s*"[23]\.|"kind"\s*:\s*"discovery#restDescription"/.test(text)

/** In SDL, or an answer to an introspection query. */
const isGraphQl = (path: string, text: string): boolean =>
  /\.(graphqls?|gql)$/i.test(path) ||
  (!isDescription(text) &&
    (/^(schema|type \w+)[^:{]*\{/m.test(text) ||
      /^\s*\{\s*("data"\s*:\s*\{\s*)?"__schema"\s*:/.test(text)))

/** Other files by their paths relative to the description, whichever file refers to them. */
const collectFiles = async (
  path: string,
  text: string,
  below: string,
): Promise<Map<string, string>> => {
  const folder = await realpath(below).catch(unreadable(below))
  const files = new Map<string, string>()
  const outside = new Set<string>()
  const seen = new Set<string>()
  const waiting = [{ name: posix.basename(path.replaceAll(sep, '/')), text }]
  let bytes = Buffer.byteLength(text)
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const reference of findReferences(next.text)) {
      const name = posix.join(posix.dirname(next.name), reference)
      if (seen.has(name)) continue
      seen.add(name)
      const found = await realpath(resolve(dirname(path), name)).catch(() => undefined)
      if (found === undefined) continue
      if (!found.startsWith(`${folder}${folder.endsWith(sep) ? '' : sep}`)) outside.add(name)
      else {
        const file = { name, text: await readText(found) }
        bytes += Buffer.byteLength(file.text)
        if (files.size === maximumFiles || bytes > maximumBytes) throw tooMuch(path)
        files.set(name, file.text)
        waiting.push(file)
      }
    }
  }
  if (outside.size > 0) warnOf([...outside], below)
  return files
}

/** Relative references to files, in JSON or YAML. */
const findReferences = (text: string): string[] =>
  [...text.matchAll(reference)]
    .map(([, double, single, plain]) => (double ?? single ?? plain ?? '').replaceAll('\\/', '/'))
    .map((target) => decode(target.split('#', 1)[0] ?? ''))
    .filter((target) => target !== '' && !/^([a-z][a-z\d+.-]*:|\/)/i.test(target))

const reference = /\$ref["']?\s*:\s*(?:"([^"\n]*)"|'([^'\n]*)'|([^\s"',{}\]]+))/g

const decode = (target: string): string => {
  try {
    return decodeURIComponent(target)
  } catch {
    return target
  }
}

const warnOf = (outside: string[], below: string): void => {
  const shown = outside.slice(0, 5).join(', ')
  const more = outside.length > 5 ? ` and ${outside.length - 5} more` : ''
  console.error(
    `Not read, as they are outside of ${below}: ${shown}${more}. --files-below allows another folder`,
  )
}

const readText = (path: string): Promise<string> => readFile(path, 'utf8').catch(unreadable(path))

const unreadable =
  (path: string) =>
  (cause: unknown): never => {
    throw new CliError(`${path} cannot be read`, {
      suggestedFix:
        'Name a file or folder with a description of an API, or the http(s) address of one',
      cause,
    })
  }

const tooMuch = (path: string) =>
  new CliError(
    `The description ${path} refers to more than ${maximumFiles.toLocaleString('en')} files or 64 MiB`,
    { suggestedFix: 'Bundle it into one file first, for example with npx @redocly/cli bundle' },
  )
