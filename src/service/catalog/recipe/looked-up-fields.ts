import type { AccountRecipe } from '../../../contract/recipe/account.ts'
import type { Recipe } from '../../../contract/recipe/recipe.ts'
import type { AuthSchemeDefinition } from '../../auth-schemes/index.ts'

/** The values of an account that are asked of the API. */
export const lookedUpNames = (
  account: Pick<AccountRecipe, 'look_ups'> | undefined,
): ReadonlySet<string> => new Set(account?.look_ups.flatMap(({ set }) => Object.keys(set)))

/**
 * Nobody has to type in what the API is asked for, unless the recipe requires it of those who
 * connect in this way: some credentials cannot ask.
 */
export const withLookedUpFields = (
  schemes: AuthSchemeDefinition[],
  { account, auth }: Pick<Recipe, 'account' | 'auth'>,
): AuthSchemeDefinition[] => {
  const names = lookedUpNames(account)
  return schemes.map((scheme) => {
    const required = new Set(
      auth
        .filter((way) => way.scheme === scheme.mode)
        .flatMap(({ fields = [] }) => fields)
        .filter((field) => field.required ?? field.default === undefined)
        .map(({ name }) => name),
    )
    return {
      ...scheme,
      accountFields: scheme.accountFields.map((field) =>
        names.has(field.name) && !required.has(field.name)
          ? { ...field, required: false, userVisible: false }
          : field,
      ),
    }
  })
}
