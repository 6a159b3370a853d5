import type { FetchedLogo, Logos } from '../logos/index.ts'
import type { ImportRequest } from './import-request.ts'

/**
 * The logo of an import: the image at its address, or the icon that its recipe names. A toolkit that
 * is added by its name always has one.
 */
export const findLogo = async (
  logos: Logos,
  owner: { projectId: string; toolkit: string },
  { logo, recipe, shippedRecipe }: ImportRequest,
  signal: AbortSignal,
): Promise<FetchedLogo | undefined> => {
  const named = logo ?? recipe?.logo
  if (named !== undefined && /^https?:\/\//i.test(named)) return logos.fetch(owner, named, signal)
  const drawn = named === undefined ? undefined : await logos.drawIcon(named)
  return drawn ?? (shippedRecipe === undefined ? undefined : logos.drawLetter(owner.toolkit))
}
