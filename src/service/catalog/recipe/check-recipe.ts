import { isAddressWithVariables } from '../../../contract/address-with-variables.ts'
import type { Recipe } from '../../../contract/recipe/recipe.ts'
import { ServiceError } from '../../service-error.ts'
import { toSlugPrefix } from '../possible-owners.ts'
import { isReservedSlug } from '../reserved-slug.ts'
import { toTriggerTypes } from '../trigger-type.ts'
import { accountNames, knownAccountValues, looksSecret } from './account-values.ts'
import { schemesOf } from './recipe-options.ts'

/** What a schema cannot check: how the parts of a recipe fit together. */
export const checkRecipe = (recipe: Recipe): string[] => {
  const parts = problemsOfParts(recipe)
  // The other checks need the schemes.
  return parts.length > 0
    ? parts
    : [
        ...(isReservedSlug(recipe.slug) ? ['recipe.slug: is reserved; choose another'] : []),
        ...descriptionProblems(recipe),
        ...toolProblems(recipe),
        ...placementProblems(recipe),
        ...accountProblems(recipe),
        ...lookUpProblems(recipe),
      ]
}

/** The problems that other readers of the same parts find. */
const problemsOfParts = (recipe: Recipe): string[] =>
  [
    () => schemesOf(recipe),
    () => toTriggerTypes(recipe.slug, recipe.triggers, 'recipe.triggers'),
  ].flatMap((read) => {
    try {
      read()
      return []
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      return error.errors ? [...error.errors] : [`recipe: ${error.message}`]
    }
  })

const descriptionProblems = ({ description, requests, tools }: Recipe): string[] => {
  const { kind, urls, base_url: baseUrl, overlay } = description
  const declared = tools.filter(({ declare }) => declare)
  const isHttp = kind === 'openapi' || kind === 'discovery' || kind === 'none'
  return [
    ...(kind === 'none' && urls.length > 0
      ? ['recipe.description.urls: must be empty where `kind` is none']
      : []),
    ...(kind === 'mcp' && urls.length > 1
      ? ['recipe.description.urls: an MCP server has one address']
      : []),
    ...(kind === 'graphql' && urls.length > 1
      ? ['recipe.description.urls: a GraphQL API has one schema']
      : []),
    ...urls.flatMap((url, index) =>
      urls.indexOf(url) === index ? [] : [`recipe.description.urls.${index}: is there twice`],
    ),
    ...(kind === 'none' && declared.length === 0
      ? ['recipe.tools: must `declare` at least one operation where `kind` is none']
      : []),
    ...(kind === 'none' &&
    baseUrl === undefined &&
    declared.some(({ declare }) => declare?.path.startsWith('/'))
      ? ['recipe.description.base_url: is required, as declared paths begin with "/"']
      : []),
    ...(kind === 'graphql' && baseUrl === undefined
      ? ['recipe.description.base_url: is required, as the address that takes the queries']
      : []),
    ...(kind === 'mcp' && accountNames(requests.headers).length > 0
      ? ['recipe.requests.headers: of an MCP server must be constant']
      : []),
    ...(kind === 'mcp' && baseUrl !== undefined
      ? ['recipe.description.base_url: has no meaning for an MCP server; `urls` names its address']
      : []),
    ...(!isHttp && declared.length > 0
      ? [`recipe.tools: cannot \`declare\` operations where \`kind\` is ${kind}`]
      : []),
    ...(overlay && kind !== 'openapi' && kind !== 'discovery'
      ? [`recipe.description.overlay: has no meaning where \`kind\` is ${kind}`]
      : []),
    ...(baseUrl === undefined || (isAddressWithVariables(baseUrl) && !baseUrl.includes('?'))
      ? []
      : [
          'recipe.description.base_url: must be an absolute http(s) address; {name} may stand for a field of the account',
        ]),
  ]
}

const toolProblems = ({ slug: toolkit, tools }: Recipe): string[] => {
  const prefix = `${toSlugPrefix(toolkit)}_`
  const seen = new Set<string>()
  const isNew = (name: string): boolean => {
    const isSeen = seen.has(name)
    seen.add(name)
    return !isSeen
  }
  return tools.flatMap(({ slug, operation, declare }, index) => {
    const at = `recipe.tools.${index}`
    const path = declare?.path ?? ''
    const inPath = Object.entries(declare?.parameters ?? {})
      .filter(([, parameter]) => parameter.in === 'path')
      .map(([argument, { name = argument }]) => name)
    return [
      ...(slug === undefined || slug.startsWith(prefix)
        ? []
        : [`${at}.slug: must begin with "${prefix}"`]),
      ...(slug === undefined || isNew(`slug ${slug}`)
        ? []
        : [`${at}.slug: "${slug}" is there twice`]),
      ...(operation === undefined || isNew(`operation ${operation}`)
        ? []
        : [`${at}.operation: is there twice`]),
      ...(declare === undefined || isNew(`declared ${declare.method} ${declare.path}`)
        ? []
        : [`${at}.declare: ${declare.method} ${declare.path} is there twice`]),
      ...inPath
        .filter((name) => !path.includes(`{${name}}`))
        .map((name) => `${at}.declare.parameters: "${name}" is not in the path`),
      ...[...path.matchAll(/\{([^{}]+)\}/g)]
        .filter(([, name = '']) => !inPath.includes(name))
        .map(([whole]) => `${at}.declare.path: ${whole} needs a parameter with \`in: path\``),
    ]
  })
}

/** A key in the path is a variable of the base URL, which values fill by their names. */
const placementProblems = ({ auth, description }: Recipe): string[] =>
  auth.flatMap(({ placements = [] }, index) =>
    placements.flatMap(({ in: place, field, name }, position) =>
      place !== 'path' || (field === name && description.base_url?.includes(`{${name}}`))
        ? []
        : [
            `recipe.auth.${index}.placements.${position}: in a path, \`field\` and \`name\` must be the same {variable} of description.base_url`,
          ],
    ),
  )

/** Every `{account.name}` and every variable of the base URL is a value that accounts have. */
const accountProblems = (recipe: Recipe): string[] => {
  const schemes = schemesOf(recipe)
  if (!schemes) return []
  const { open, secret } = knownAccountValues(schemes, recipe.account)
  const isInPath = new Set(
    recipe.auth.flatMap(({ placements = [] }) =>
      placements.filter(({ in: place }) => place === 'path').map(({ name }) => name),
    ),
  )
  const { requests, account, description } = recipe
  const inBaseUrl = [...(description.base_url ?? '').matchAll(/\{([^{}]+)\}/g)]
    .map(([, name = '']) => name)
    .filter((name) => !isInPath.has(name))
  const named = [
    ...inBaseUrl.map((name) => ({ at: 'recipe.description.base_url', name })),
    ...Object.entries(requests.headers).flatMap(([header, value]) =>
      accountNames(value).map((name) => ({ at: `recipe.requests.headers.${header}`, name })),
    ),
    ...requests.parameters.flatMap(({ value }, index) =>
      accountNames(value).map((name) => ({ at: `recipe.requests.parameters.${index}`, name })),
    ),
    ...account.look_ups.flatMap(({ request }, index) =>
      accountNames(request).map((name) => ({ at: `recipe.account.look_ups.${index}`, name })),
    ),
    ...accountNames(account.verification?.request).map((name) => ({
      at: 'recipe.account.verification',
      name,
    })),
  ]
  return named.flatMap(({ at, name }) => {
    if (secret.has(name) || (!open.has(name) && looksSecret(name)))
      return [`${at}: "${name}" is a secret, which \`auth\` alone may place`]
    return open.has(name)
      ? []
      : [
          `${at}: no account has "${name}"; give it as a field or by \`keep\` in \`auth\`, or by a look-up`,
        ]
  })
}

/** What a look-up may set, and that nothing it needs is only found by itself or a later one. */
const lookUpProblems = (recipe: Recipe): string[] => {
  const { account, description } = recipe
  const { secret } = knownAccountValues(schemesOf(recipe) ?? [], account)
  const inBaseUrl = [...(description.base_url ?? '').matchAll(/\{([^{}]+)\}/g)].map(
    ([, name = '']) => name,
  )
  return account.look_ups.flatMap(({ request, set }, index) => {
    const at = `recipe.account.look_ups.${index}`
    const later = new Set(account.look_ups.slice(index).flatMap((each) => Object.keys(each.set)))
    for (const each of account.look_ups.slice(0, index))
      for (const name of Object.keys(each.set)) later.delete(name)
    const needed = [...accountNames(request), ...(request.path.startsWith('/') ? inBaseUrl : [])]
    return [
      ...Object.keys(set)
        .filter((name) => secret.has(name) || looksSecret(name))
        .map((name) => `${at}.set: "${name}" is a secret, which no look-up may set`),
      ...[...new Set(needed)]
        .filter((name) => later.has(name))
        .map((name) => `${at}.request: needs "${name}", which it or a later look-up finds`),
    ]
  })
}
