import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { recipe as recipeSchema, type Recipe } from '../../contract/recipe/recipe.ts'
import { readRecipe } from '../catalog/index.ts'
import type { Logo, Logos } from '../logos/index.ts'
import { findPackaged } from '../platform/find-packaged.ts'
import { loadOnce } from '../platform/load-once.ts'
import type { TextParser } from '../platform/untrusted-text/index.ts'
import { ServiceError } from '../service-error.ts'

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
  /** The operator's own; one of a slug that is shipped takes its place. */
  folder?: string | undefined
}

const maximumRecipes = 1000

/**
 * The recipes of `src/catalogue` and those of the operator, by slug in alphabetical order. They are
 * read when they are first asked for, and parsed in a thread, since they are a megabyte together.
 */
export const createRecipeFolder = (parts: Parts) => {
  const own = loadOnce(() => readOwn(parts))
  const list = loadOnce(async () => {
    const all = [...(await readShipped(parts)), ...(await own())]
    return new Map(
      all
        .map((each) => [each.recipe.slug, each] as const)
        .toSorted(([one], [other]) => (one < other ? -1 : Number(one > other))),
    )
  })
  return {
    list,
    /** Throws where a recipe of the operator cannot be used. */
    check: own,
  }
}

/** Files of the package stay as they are, so services of one process read them once. */
let shipped: ShippedRecipe[] | undefined

const readShipped = async (parts: Parts): Promise<ShippedRecipe[]> => {
  const folder = findPackaged(import.meta.url, 'catalogue/')
  if (folder === undefined) throw new Error('The recipes of the catalogue are not in the package')
  shipped ??= await readFolder(parts, folder, async (text) =>
    recipeSchema.parse(await parts.texts.parseDocument(text)),
  )
  return shipped
}

const readOwn = async (parts: Parts): Promise<ShippedRecipe[]> => {
  if (parts.folder === undefined) return []
  const recipes = await readFolder(parts, parts.folder, (text) => readRecipe(parts.texts, text))
  for (const [slug, alike] of Map.groupBy(recipes, ({ recipe }) => recipe.slug))
    if (alike.length > 1)
      throw new Error(`${parts.folder} has ${alike.length} recipes of "${slug}"; leave one of them`)
  return recipes
}

const readFolder = async (
  { logos }: Parts,
  folder: string,
  read: (text: string) => Promise<Recipe>,
): Promise<ShippedRecipe[]> => {
  const files = await readdir(folder).catch((cause: unknown) => {
    throw new Error(`The folder of recipes ${folder} cannot be read`, { cause })
  })
  const names = files.filter((name) => name.endsWith('.yaml')).toSorted()
  if (names.length > maximumRecipes)
    throw new Error(`${folder} has ${names.length} recipes; the maximum is ${maximumRecipes}`)
  const recipes: ShippedRecipe[] = []
  for (const name of names) {
    const path = join(folder, name)
    const text = await readFile(path, 'utf8')
    const recipe = await read(text).catch((cause: unknown) => {
      throw unusable(path, cause)
    })
    recipes.push({ recipe, hash: hashOf(text), logo: await logoOf(logos, recipe) })
  }
  return recipes
}

const unusable = (path: string, cause: unknown): Error => {
  const problems = cause instanceof ServiceError ? (cause.errors ?? []) : []
  return new Error(
    `The recipe ${path} cannot be used${problems.length > 0 ? `: ${problems.slice(0, 5).join('; ')}` : ''}`,
    { cause },
  )
}

/** Of a recipe with the address of an image that is the letter, until the toolkit is added. */
const logoOf = async (logos: Parts['logos'], { slug, logo }: Recipe): Promise<Logo> => {
  const icon = logo !== undefined && !logo.includes(':') ? await logos.drawIcon(logo) : undefined
  const drawn = icon ?? logos.drawLetter(slug)
  if ('problem' in drawn) throw new Error(`The logo of ${slug} is not valid: ${drawn.problem}`)
  return drawn.logo
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')
