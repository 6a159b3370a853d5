import type { AccountLookUp } from '../../../contract/recipe/account.ts'
import type { Choice } from '../../accounts/index.ts'
import { selectPath } from '../../third-party/index.ts'
import type { Fits } from './fits-account.ts'
import { toText } from './read-identity.ts'

/** So many of an answer are looked at. */
const readAtMost = 10_000
const longest = 255

/**
 * The choices that an answer offers, each once; those whose values an account cannot hold are left
 * out. `count`: how many the answer had. The body holds no credential any more.
 */
export const readChoices = (
  { items, where = [], set, label }: AccountLookUp,
  body: unknown,
  fits: Fits,
  publicUrl: string,
): { choices: Choice[]; count: number } => {
  const offered = offeredIn(body, items)
  const choices = new Map<string, Choice>()
  for (const item of offered.slice(0, readAtMost)) {
    const isWanted = where.every(({ path, one_of: wanted }) => {
      const value = selectPath(item, path)
      return wanted.some((each) => each === value)
    })
    const values = isWanted ? valuesOf(item, set) : undefined
    if (!values || !fits(values)) continue
    // Some APIs list a site once for each product.
    const key = JSON.stringify(values)
    const read = label === undefined ? null : toText(selectPath(item, label), publicUrl)
    if (!choices.has(key)) choices.set(key, { values, label: read ?? labelOf(values, publicUrl) })
  }
  return { choices: [...choices.values()], count: offered.length }
}

const offeredIn = (body: unknown, items: string | undefined): unknown[] => {
  if (items === undefined) return body === undefined ? [] : [body]
  const list = selectPath(body, items)
  return Array.isArray(list) ? list : []
}

const valuesOf = (
  item: unknown,
  set: Record<string, string>,
): Record<string, string> | undefined => {
  const found = Object.entries(set).flatMap(([name, path]): [string, string][] => {
    const value = toValue(selectPath(item, path))
    return value === undefined ? [] : [[name, value]]
  })
  return found.length === Object.keys(set).length ? Object.fromEntries(found) : undefined
}

/** Ids are numbers or texts. */
const toValue = (value: unknown): string | undefined => {
  const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : value
  return typeof text === 'string' && text !== '' && text.length <= longest ? text : undefined
}

const labelOf = (values: Record<string, string>, publicUrl: string): string =>
  toText(Object.values(values).join(', '), publicUrl) ?? ''
