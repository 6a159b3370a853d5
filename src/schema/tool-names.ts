import { createNameCode, nameLimit } from './name-code.ts'

/**
 * A name that every model provider accepts for a slug, `^[a-zA-Z0-9_-]{1,64}$`: the slug itself
 * where it fits, else an escaped form of it.
 *
 * Different slugs get different names, except that two slugs too long for any name could share a
 * digest; `createToolNames` settles that for the tools at hand.
 *
 * @example
 * toToolName('GITHUB_CREATE_ISSUE') // the same
 * toToolName('repos/create') // 'repos_x2f_create'
 */
export const toToolName = (slug: string): string => code.encode(slug)

/**
 * The slug that `toToolName` made a name of; undefined for a shortened name, as only a table of the
 * tools at hand can lead that back.
 *
 * @example
 * fromToolName('repos_x2f_create') // 'repos/create'
 */
export const fromToolName = (name: string): string | undefined => code.decode(name)

const code = createNameCode({
  character: /^[a-zA-Z0-9_-]/,
  first: /^[a-zA-Z0-9_-]/,
  separator: '-',
})

/** Both directions between the slugs and the names of some tools. */
export type ToolNames = {
  /** slug -> name */
  readonly names: ReadonlyMap<string, string>
  /** name -> slug */
  readonly slugs: ReadonlyMap<string, string>
}

/**
 * Names a set of tools, each differently, and leads every name back to its slug, however long.
 *
 * The names are those of `toToolName`; only when two would share one do the later slugs get a
 * number at the end.
 *
 * @example
 * const { names, slugs } = createToolNames(['repos/create', 'a'.repeat(100)])
 * slugs.get(names.get('repos/create') ?? '') // 'repos/create'
 */
export const createToolNames = (
  slugs: Iterable<string>,
  toName: (slug: string) => string = toToolName,
): ToolNames => {
  const wanted = new Map([...slugs].map((slug) => [slug, toName(slug)]))
  const reserved = new Set(wanted.values())
  const names = new Map<string, string>()
  const owners = new Map<string, string>()
  for (const [slug, wish] of wanted) {
    const name = owners.has(wish)
      ? numbered(wish, (candidate) => reserved.has(candidate) || owners.has(candidate))
      : wish
    names.set(slug, name)
    owners.set(name, slug)
  }
  return { names, slugs: owners }
}

const numbered = (name: string, isTaken: (name: string) => boolean): string => {
  for (let number = 2; ; number++) {
    const candidate = `${name.slice(0, nameLimit - `_${number}`.length)}_${number}`
    if (!isTaken(candidate)) return candidate
  }
}
