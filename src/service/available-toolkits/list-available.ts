import type { AvailableToolkit } from '../../contract/available-toolkits.ts'
import { isInCategory, type Toolkit } from '../catalog/index.ts'
import { logoPath } from '../logos/index.ts'
import type { ShippedRecipe } from './recipe-folder.ts'

type AvailableFilter = {
  category?: string | undefined
  search?: string | undefined
  installed?: boolean | undefined
}

/** The toolkits that can be added, as a project with these toolkits sees them. */
export const listAvailable = (
  recipes: Iterable<ShippedRecipe>,
  toolkits: ReadonlyMap<string, Toolkit>,
  { category, search, installed }: AvailableFilter,
  publicUrl: string,
): AvailableToolkit[] => {
  const words = search?.trim().toLowerCase() ?? ''
  return [...recipes]
    .map((shipped) => toAvailable(shipped, toolkits.get(shipped.recipe.slug), publicUrl))
    .filter(
      (each) =>
        isInCategory(each.categories, category) &&
        (installed === undefined || installed === (each.installed !== null)) &&
        [each.slug, each.name, each.summary, ...each.aliases].some((text) =>
          text.toLowerCase().includes(words),
        ),
    )
}

const toAvailable = (
  { recipe, hash, logo }: ShippedRecipe,
  toolkit: Toolkit | undefined,
  publicUrl: string,
): AvailableToolkit => ({
  slug: recipe.slug,
  name: recipe.name,
  summary: recipe.summary ?? '',
  logo: `${publicUrl}${logoPath(logo.hash)}`,
  aliases: recipe.aliases,
  categories: recipe.categories,
  source: recipe.description.kind,
  auth_schemes: recipe.auth.map(({ scheme }) => scheme),
  featured_tools: recipe.tools.filter(({ featured }) => featured).length,
  triggers: recipe.triggers.length,
  setup_url: recipe.auth.find(({ setup }) => setup)?.setup?.url ?? null,
  unverified: recipe.unverified,
  installed: toolkit
    ? {
        version: toolkit.version,
        managed: toolkit.definition.shippedRecipe !== undefined,
        current: toolkit.definition.shippedRecipe === hash,
        description: null,
        description_problem: null,
      }
    : null,
})
