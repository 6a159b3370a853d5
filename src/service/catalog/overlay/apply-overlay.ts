import type { Overlay } from '../../../contract/recipe/recipe.ts'
import { queryPath, type Found } from './json-path.ts'
import { measureValue } from './measure-value.ts'
import { isRecord, mergeInto } from './merge-into.ts'
import { OverlayProblem } from './overlay-problem.ts'

type Action = Overlay['actions'][number]

/** Bounds of what an overlay selects with one action, and adds with all. */
type OverlayLimits = { nodes: number; values: number; characters: number }

/** An action that changed nothing, or not all that it selects. */
export type UnusedAction = { index: number; why: 'no match' | 'not mergeable' | 'the root' }

/**
 * Carries out the actions of an overlay in their order, and changes the document. `update` merges
 * objects deeply and appends to lists.
 */
export const applyOverlay = (
  document: unknown,
  actions: readonly Action[],
  limits: OverlayLimits,
): UnusedAction[] => {
  const left = { values: limits.values, characters: limits.characters }
  return actions.flatMap((action, index): UnusedAction[] => {
    const found = select(document, action.target, index, limits.nodes)
    if (found.length === 0) return [{ index, why: 'no match' }]
    if (action.remove) return removeAll(document, found) ? [] : [{ index, why: 'the root' }]
    if (action.update === undefined) return []
    spend(left, action.update, found.length, index)
    const merged = found.filter(({ value }) => mergeInto(value, action.update))
    return merged.length === found.length ? [] : [{ index, why: 'not mergeable' }]
  })
}

const select = (document: unknown, target: string, index: number, atMost: number): Found[] => {
  const found: Found[] = []
  for (const { location, value } of queryPath(target, document)) {
    if (found.length === atMost)
      throw new OverlayProblem(
        `recipe.description.overlay.actions.${index}.target: selects more than ${atMost.toLocaleString('en')} values`,
      )
    found.push({ location, value })
  }
  return found
}

/** What every update adds is a copy of its own. */
const spend = (
  left: { values: number; characters: number },
  update: unknown,
  copies: number,
  index: number,
): void => {
  const { values, characters } = measureValue(update)
  left.values -= values * copies
  left.characters -= characters * copies
  if (left.values < 0 || left.characters < 0)
    throw new OverlayProblem(
      `recipe.description.overlay.actions.${index}.update: adds too much, as its target selects ${copies.toLocaleString('en')} values`,
    )
}

/** Later items of a list first, so that the places of earlier ones hold. */
const removeAll = (document: unknown, found: readonly Found[]): boolean => {
  const items = new Map<unknown[], Set<number>>()
  let isComplete = true
  for (const { location } of found) {
    const key = location.at(-1)
    const parent = location.slice(0, -1).reduce(member, document)
    if (key === undefined) isComplete = false
    else if (Array.isArray(parent))
      items.set(parent, (items.get(parent) ?? new Set()).add(Number(key)))
    else if (isRecord(parent)) delete parent[key]
  }
  for (const [list, removed] of items) {
    const kept = list.filter((_, index) => !removed.has(index))
    list.length = 0
    for (const item of kept) list.push(item)
  }
  return isComplete
}

/** Undefined where an earlier part of the same action removed what encloses it. */
const member = (value: unknown, key: string | number): unknown => {
  if (Array.isArray(value)) return value[Number(key)]
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined
}
