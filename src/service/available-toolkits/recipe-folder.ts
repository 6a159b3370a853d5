import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { recipe as recipeSchema, type Recipe } from '../../contract/recipe/recipe.ts'
import type { Logo, Logos } from '../logos/index.ts'
import { findPackaged } from '../platform/find-packaged.ts'
import type { TextParser } from '../platform/untrusted-text/index.ts'

/** A recipe that comes with the service. */
export type ShippedRecipe = {
  recipe: Recipe
  /** Changes with every change of its file. */
  hash: string
  logo: Logo
}

type Parts = {
  texts: Pick<TextParser, 'parseDocument'>
  logos: Pick<Logos, 'drawIcon' | 'drawLetter'>
}

/**
 * The recipes of `src/catalogue`, by slug in alphabetical order. They are read when they are first
 * asked for, and parsed in a thread, since they are a megabyte together.
 */
export const createRecipeFolder = (
  parts: Parts,
  folder = findPackaged(import.meta.url, 'catalogue/'),
) => {
  let reading: Promise<Map<string, ShippedRecipe>> | undefined
  return {
    list: (): Promise<Map<string, ShippedRecipe>> => {
      reading ??= readFolder(parts, folder).catch((error: unknown) => {
        reading = undefined
        throw error
      })
      return reading
    },
  }
}

const readFolder = async (
  { texts, logos }: Parts,
  folder: string | undefined,
): Promise<Map<string, ShippedRecipe>> => {
  if (folder === undefined) throw new Error('The recipes of the catalogue are not in the package')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).toSorted()
  const recipes = new Map<string, ShippedRecipe>()
  for (const name of names) {
    const text = await readFile(join(folder, name), 'utf8')
    const recipe = recipeSchema.parse(await texts.parseDocument(text))
    recipes.set(recipe.slug, { recipe, hash: hashOf(text), logo: await logoOf(logos, recipe) })
  }
  return recipes
}

/** Of a recipe with the address of an image that is the letter, until the toolkit is added. */
const logoOf = async (logos: Parts['logos'], { slug, logo }: Recipe): Promise<Logo> => {
  const icon = logo !== undefined && !logo.includes(':') ? await logos.drawIcon(logo) : undefined
  const drawn = icon ?? logos.drawLetter(slug)
  if ('problem' in drawn) throw new Error(`The logo of ${slug} is not valid: ${drawn.problem}`)
  return drawn.logo
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')
