import type { Recipe } from '../../../src/contract/recipe/recipe.ts'

/**
 * The same recipe for a provider on loopback: `https://api.example.com/v1` becomes
 * `{url}/api.example.com/v1`, in every address of the recipe. Variables of a host stay variables, of
 * the path then.
 */
export const localize = (recipe: Recipe, url: string): Recipe => {
  const local = (value: unknown): unknown => {
    if (typeof value === 'string')
      return isAddress(value) ? value.replace(/^https?:\/\//, `${url}/`) : value
    if (Array.isArray(value)) return value.map(local)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, kept.has(key) ? inner : local(inner)]),
    )
  }
  const { triggers, ...rest } = local({ ...recipe, tools: recipe.tools.filter(isHere) }) as Recipe
  return { ...rest, triggers: triggers.map(pollOften) }
}

/** An operation with an address of its own has to be at an https address. */
const isHere = ({ declare }: Recipe['tools'][number]): boolean =>
  !declare?.path.startsWith('https://')

/** The shortest interval there is: a test cannot wait for a minute. */
const pollOften = (trigger: Recipe['triggers'][number]): Recipe['triggers'][number] =>
  trigger.type === 'poll'
    ? { ...trigger, poll: { ...trigger.poll, interval: { minimum_seconds: 1 } } }
    : trigger

const isAddress = (text: string): boolean => /^https?:\/\/\S+$/.test(text)

/** Addresses that are shown, sent as scopes, part of a schema, or only say where a fact was read. */
const kept = new Set([
  'sources',
  'scopes',
  'scope_sets',
  'default_scopes',
  'app_url',
  'setup',
  'logo',
  'config',
  'payload',
])

/** The path of a localized address at the provider, `{variables}` as any one segment. */
export const toPathPattern = (address: string): RegExp => {
  const path = address.replace(/^https?:\/\/[^/]+/, '').replace(/[?#].*$/, '')
  const parts = path
    .split(/\{[^{}]+\}/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('[^/]+')}/?$`)
}
