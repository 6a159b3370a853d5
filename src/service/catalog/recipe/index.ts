export { applyRecipe } from './apply-recipe.ts'
export { emptyToolkit } from './empty-toolkit.ts'
export { accountNames, fillAccountText, fillAccountValues, isOfAccount } from './account-values.ts'
export {
  asksServerForAuth,
  authAppliesTo,
  authOf,
  nameOf,
  selectionOf,
  serverOf,
  slugsOf,
  schemesOf,
} from './recipe-options.ts'
export { lookedUpNames } from './looked-up-fields.ts'
export { rejectForeignRequests } from './reject-foreign-requests.ts'
export { refuseFreeHosts } from './refuse-free-hosts.ts'
export { resolveRequest, resolveShipped } from './resolve-request.ts'
export { readRecipe } from './read-recipe.ts'
