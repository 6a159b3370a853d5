import type { ToolCaching, ToolStore } from '../session/tool-cache.ts'

/** Bounds of the cache of a process, over all services, keys and users. */
const maximumEntries = 2_000
const maximumCharacters = 16 * 1024 * 1024

const entries = new Map<string, { value: unknown; characters: number }>()
let characters = 0

/**
 * Finds what was kept under an ETag, by name. An ETag covers the project, the user, the
 * configuration and the versions of a session, so an entry never changes.
 */
export const findCached = async <Value>(
  caching: ToolCaching,
  etag: string,
  names: readonly string[],
  parse: (value: unknown) => Value | undefined,
): Promise<Map<string, Value>> => {
  const scope = await caching.scope()
  if (scope === undefined) return new Map()
  const found = await Promise.all(
    names.map(async (name): Promise<[string, Value][]> => {
      const key = toKey(scope, etag, name)
      const own = entries.get(key)
      if (own) {
        // Most recently used last.
        entries.delete(key)
        entries.set(key, own)
        return [[name, own.value as Value]]
      }
      const value = caching.store && parse(await read(caching.store, key))
      if (value === undefined) return []
      remember(key, value, JSON.stringify(value).length)
      return [[name, value]]
    }),
  )
  return new Map(found.flat())
}

export const keepCached = async (
  caching: ToolCaching,
  etag: string,
  values: Iterable<readonly [name: string, value: unknown]>,
): Promise<void> => {
  const scope = await caching.scope()
  if (scope === undefined) return
  const written = [...values].map(async ([name, value]) => {
    const key = toKey(scope, etag, name)
    const isKnown = entries.has(key)
    const text = JSON.stringify(value)
    remember(key, value, text.length)
    if (!isKnown && caching.store) await inTime(() => caching.store?.set(key, text))
  })
  await Promise.all(written)
}

const toKey = (scope: string, etag: string, name: string): string =>
  `plugboard:tool:${scope}:${etag}:${name}`

const remember = (key: string, value: unknown, size: number): void => {
  if (size > maximumCharacters) return
  forget(key)
  entries.set(key, { value, characters: size })
  characters += size
  for (const oldest of entries.keys()) {
    if (entries.size <= maximumEntries && characters <= maximumCharacters) return
    forget(oldest)
  }
}

const forget = (key: string): void => {
  characters -= entries.get(key)?.characters ?? 0
  entries.delete(key)
}

const read = async (store: ToolStore, key: string): Promise<unknown> => {
  const value = await inTime(() => store.get(key))
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    return undefined
  }
}

const storeMs = 500

/** The tools can be had from the service at any time, so a store may fail. */
const inTime = async (work: () => unknown): Promise<unknown> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, storeMs, undefined)
  })
  try {
    return await Promise.race([work(), late])
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}
