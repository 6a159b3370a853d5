import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { z } from 'zod'
import { PlugboardError } from '../../client/index.ts'
import { CliError } from '../cli-error.ts'

/** A recipe as the service gets it, and what the command needs of it. */
export type GivenRecipe = {
  path: string
  text: string
  slug?: string | undefined
  kind?: string | undefined
  baseUrl?: string | undefined
  url?: string | undefined
}

/** The service checks the rest, and says where in the file it is wrong. */
const head = z.object({
  slug: z.string().optional().catch(undefined),
  description: z
    .object({
      kind: z.string().optional().catch(undefined),
      base_url: z.string().optional().catch(undefined),
      urls: z.array(z.string()).optional().catch(undefined),
    })
    .default({})
    .catch({}),
})

/** Reads a recipe from its file. */
export const readRecipe = async (path: string): Promise<GivenRecipe> => {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new CliError(`The recipe ${path} cannot be read`, {
      suggestedFix: 'Name a YAML or JSON file with a toolkit recipe',
      cause,
    })
  })
  if (text.trim() === '') throw new CliError(`The recipe ${path} is empty`)
  const { slug, description } = head.catch({ description: {} }).parse(parseText(text))
  const { kind, base_url: baseUrl, urls: [url] = [] } = description
  return { path, text, slug, kind, baseUrl, url }
}

const parseText = (text: string): unknown => {
  try {
    return parse(text, { logLevel: 'error' })
  } catch {
    return undefined
  }
}

/** The problems of a recipe by their places in its file, as editors and terminals open them. */
export const atPlacesOf = ({ path }: GivenRecipe, error: unknown): unknown => {
  if (!(error instanceof PlugboardError) || !error.errors?.some((each) => inRecipe.test(each)))
    return error
  return new CliError(`${error.message}: ${path}`, {
    suggestedFix: error.suggestedFix,
    errors: error.errors.map((each) => {
      const [, problem = each, line, column] = inRecipe.exec(each) ?? []
      return line === undefined ? problem : `${path}:${line}:${column}: ${problem}`
    }),
  })
}

const inRecipe = /^recipe[.:] ?(.*?)(?: \(line (\d+), column (\d+)\))?$/s
