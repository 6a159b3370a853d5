import { isObject } from '../../../src/schema/json-schema.ts'

/**
 * What a schema says, one text a fact: where it stands, which keyword, which value. `$schema` is
 * none, nor is the order of a list of names.
 */
const factsOf = (value: unknown, path = ''): Set<string> => {
  const facts = new Set<string>()
  collect(value, path, facts)
  return facts
}

type Difference = { facts: number; lost: number; added: number }

export const compareFacts = (original: unknown, result: unknown): Difference => {
  const before = factsOf(original)
  const after = factsOf(result)
  return {
    facts: before.size,
    lost: [...before].filter((fact) => !after.has(fact)).length,
    added: [...after].filter((fact) => !before.has(fact)).length,
  }
}

const collect = (value: unknown, path: string, facts: Set<string>): void => {
  if (Array.isArray(value) && isSet(path))
    for (const item of value) facts.add(`${path} has ${JSON.stringify(item)}`)
  else if (path.endsWith('/type')) facts.add(`${path} has ${JSON.stringify(value)}`)
  else if (typeof value !== 'object' || value === null)
    facts.add(`${path} ${JSON.stringify(value)}`)
  else {
    const entries = Object.entries(value).filter(([key]) => path !== '' || key !== '$schema')
    if (entries.length === 0) facts.add(`${path} ${Array.isArray(value) ? '[]' : '{}'}`)
    for (const [key, item] of entries) collect(item, `${path}/${key}`, facts)
  }
}

const isSet = (path: string): boolean => /\/(required|enum|type)$/.test(path)

/** The same text for values that hold the same, whatever the order of their properties. */
export const toSortedText = (value: unknown): string =>
  JSON.stringify(value, (_key, item: unknown) =>
    isObject(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  )
