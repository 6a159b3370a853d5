import type { Evaluated } from './check.ts'

export const createEvaluated = (): Evaluated => ({
  properties: new Set(),
  items: 0,
  indexes: new Set(),
})

export const mergeEvaluated = (into: Evaluated, from: Evaluated): void => {
  if (from.properties === 'all') into.properties = 'all'
  else for (const key of from.properties) addProperty(into, key)
  into.items = Math.max(into.items, from.items)
  for (const index of from.indexes) into.indexes.add(index)
}

export const addProperty = (evaluated: Evaluated, key: string): void => {
  if (evaluated.properties !== 'all') evaluated.properties.add(key)
}

export const hasEvaluatedProperty = ({ properties }: Evaluated, key: string): boolean =>
  properties === 'all' || properties.has(key)

export const hasEvaluatedItem = ({ items, indexes }: Evaluated, index: number): boolean =>
  index < items || indexes.has(index)
