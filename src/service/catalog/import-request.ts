import type { z } from 'zod'
import type { contract } from '../../contract/contract.ts'
import type { importSource } from '../../contract/import-source.ts'
import type { Recipe } from '../../contract/recipe/recipe.ts'

/** An import as it is requested: its recipe unread. */
export type ImportBody = z.output<typeof contract.toolkits.import.body>

/**
 * An import as it is stored and done. Its recipe is read and valid; the other fields are those of
 * the request, and win over the recipe.
 */
export type ImportRequest = Omit<ImportBody, 'slug' | 'source' | 'recipe'> & {
  slug: string
  /** Absent: the recipe declares all operations itself. */
  source?: z.output<typeof importSource>
  /** Addresses of further descriptions of the same API. */
  more?: string[]
  recipe?: Recipe
  /** Hash of the recipe, if it comes with this service. */
  shippedRecipe?: string
  /**
   * Its description is the one that such a recipe names, so what is made of it is shared, and so
   * are copies of it: whether one is used, or its server asked first.
   */
  official?: 'cached' | 'revalidated'
  /** Whether it only reports what it would change. */
  preview?: boolean
  /** The fingerprint of the toolkit that it may make. */
  onlyIf?: string
}

/** A recipe that comes with this service, and how its description is read. */
export type Shipped = { recipe: Recipe; hash: string; reading: 'cached' | 'revalidated' }

/** What a request may say of the import of such a recipe. */
export type ShippedImport = {
  body: Pick<ImportBody, 'source' | 'accept_host_change'>
  preview: boolean
  onlyIf: string | undefined
}
