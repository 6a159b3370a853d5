import { createNameCode, nameLimit } from './name-code.ts'

/**
 * Converts a slug to a name that every model provider accepts, `^[a-zA-Z0-9_-]{1,64}$`: the slug
 * itself if valid, otherwise an escaped form.
 *
 * Different slugs get different names, except that two slugs that are too long could have the same
 * digest. `createToolNames` resolves this for a given set of tools.
 *
 * @example
 * toToolName('GITHUB_CREATE_ISSUE') // the same
 * toToolName('repos/create') // 'repos_x2f_create'
 */
export const toToolName = (slug: string): string => code.encode(slug)

/**
 * Returns the slug of a name from `toToolName`; undefined for a shortened name, which can only be
 * resolved with a table of the tools.
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

/** Maps between the slugs and the names of a set of tools. */
export type ToolNames = {
  /** slug -> name */
  readonly names: ReadonlyMap<string, string>
  /** name -> slug */
  readonly slugs: ReadonlyMap<string, string>
}

/**
 * Assigns unique names to a set of tools, and maps every name back to its slug, whatever its
 * length.
 *
 * The names are those of `toToolName`. If two slugs would get the same name, the later one gets a
 * numeric suffix.
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
