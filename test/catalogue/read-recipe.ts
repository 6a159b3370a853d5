import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { recipe as recipeSchema, type Recipe } from '../../src/contract/recipe/recipe.ts'

const folder = new URL('../../src/catalogue/', import.meta.url)
const only = process.env['CATALOGUE_ONLY']?.split(',')

/** All recipes of the catalogue, or those that `CATALOGUE_ONLY` names. */
export const recipeSlugs = readdirSync(folder)
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => name.replace(/\.yaml$/, ''))
  .filter((slug) => only === undefined || only.includes(slug))
  .toSorted()

export const readRecipeText = (slug: string): string =>
  readFileSync(new URL(`${slug}.yaml`, folder), 'utf8')

const read = new Map<string, Recipe>()

/** Read once: checking what a recipe holds against the schema takes longest of it. */
export const readRecipe = (slug: string): Recipe => {
  const recipe = read.get(slug) ?? recipeSchema.parse(parse(readRecipeText(slug)))
  read.set(slug, recipe)
  return recipe
}
