import { sha256Hex } from '../tools/sha256-hex.ts'

type Awaitable<Value> = Value | PromiseLike<Value>

/**
 * Keeps definitions of tools for several processes, such as Redis. Methods as those of a `Map`.
 *
 * Keys contain neither API keys nor names of users. Values are JSON; whoever can write them decides
 * what models read about tools. An error, or no answer within half a second, counts as a missing
 * value.
 *
 * @example
 * const store: ToolStore = {
 *   get: (key) => redis.get(key),
 *   set: (key, value) => redis.set(key, value, { EX: 86_400 }),
 * }
 */
export type ToolStore = {
  /** The value of a key, as a text or parsed; null or undefined if there is none. */
  get: (key: string) => Awaitable<unknown>
  set: (key: string, value: string) => Awaitable<unknown>
}

/** How definitions of tools are cached. */
export type ToolCacheOptions = {
  /** Shares definitions between processes. Default: each process has its own. */
  store?: ToolStore | undefined
  /**
   * For how long a session object uses what it knows of its tools without asking the service
   * whether it has changed; default: 10,000. Calls are always judged by the service.
   */
  maximumAgeMs?: number | undefined
}

/** The cache of one `Plugboard`, as its sessions use it. */
export type ToolCaching = {
  store: ToolStore | undefined
  maximumAgeMs: number
  /** Begins the keys of all entries; undefined where the runtime has no Web Crypto. */
  scope: () => Promise<string | undefined>
}

/** `secrets`: the address of the service and the keys, which no entry may cross. */
export const toToolCaching = (
  { store, maximumAgeMs = 10_000 }: ToolCacheOptions,
  secrets: readonly (string | undefined)[],
): ToolCaching => {
  let scope: Promise<string | undefined> | undefined
  return { store, maximumAgeMs, scope: () => (scope ??= digest(JSON.stringify(secrets))) }
}

/** Without Web Crypto, tools are not cached. */
const digest = async (text: string): Promise<string | undefined> =>
  globalThis.crypto?.subtle ? sha256Hex(text) : undefined
