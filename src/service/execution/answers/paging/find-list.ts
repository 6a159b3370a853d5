import { selectPath } from '../../../third-party/index.ts'

/** The list of an answer, and the keys that lead to it. */
type FoundList = { path: string[]; list: unknown[] }

type Branch = { path: string[]; value: object }

const deepest = 3
const mostBranches = 100

/**
 * The list that an answer is about: the answer itself, at the path that a rule gives, or the first
 * list of objects near its root; failing that, the first list at all.
 */
export const findList = (json: unknown, path?: string): FoundList | undefined => {
  if (path !== undefined) {
    const list = selectPath(json, path)
    return Array.isArray(list) ? { path: path === '' ? [] : path.split('.'), list } : undefined
  }
  if (Array.isArray(json)) return { path: [], list: json }
  const lists = branchesOf(json).flatMap(({ path: parent, value }) =>
    Object.entries(value).flatMap(([key, list]: [string, unknown]): FoundList[] =>
      Array.isArray(list) ? [{ path: [...parent, key], list }] : [],
    ),
  )
  return lists.find(({ list }) => isObject(list[0])) ?? lists[0]
}

/** The objects of an answer near its root, lists left out, the outer ones first. */
export const branchesOf = (json: unknown): Branch[] => {
  if (!isObject(json)) return []
  const branches: Branch[] = [{ path: [], value: json }]
  for (const { path, value } of branches) {
    if (path.length >= deepest) break
    for (const [key, member] of Object.entries(value)) {
      if (branches.length >= mostBranches) return branches
      if (isObject(member)) branches.push({ path: [...path, key], value: member })
    }
  }
  return branches
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
