import {
  canariesIn,
  idsIn,
  madeSecretsIn,
  nameCanary,
  secretCanary,
  tagOf,
} from './isolation-model-canaries.ts'

/** Who sends requests: a project, or the owner of an organization. */
export type Party = {
  tag: string
  id: string
  key: string
  /** Of a person who acts on the project. */
  userKey: string
  /** The organization of a project; null for an organization itself. */
  organization: Party | null
  /**
   * What of others it named in a request that was carried out: stored with its own records, it may
   * come back.
   */
  said: Set<string>
  /** Whether the credentials of accounts are masked in answers. */
  isMasked: boolean
  isDeleted: boolean
}

export type World = ReturnType<typeof createWorld>

/**
 * The model: who owns what, what each may see, and what there is to name. `random` gives a number
 * from 0 to 1, without 1.
 */
export const createWorld = (random: () => number) => {
  const parties: Party[] = []
  const owners = new Map<string, Party>()
  const pools = new Map<string, { owner: Party; value: string }[]>()
  let canaries = 0

  const choose = <T>(items: readonly T[]): T | undefined =>
    items[Math.floor(random() * items.length)]

  return {
    parties,
    random,
    choose,
    projects: () =>
      parties.filter(({ organization, isDeleted }) => organization !== null && !isDeleted),

    addParty: (organization: Party | null): Party => {
      const party: Party = {
        tag: tagOf(parties.length),
        id: '',
        key: '',
        userKey: '',
        organization,
        said: new Set(),
        isMasked: true,
        isDeleted: false,
      }
      parties.push(party)
      return party
    },
    name: ({ tag }: Party) => nameCanary(tag, canaries++),
    secret: ({ tag }: Party) => secretCanary(tag, canaries++),

    /**
     * The first to be answered a name that the service made up is its owner: a project is told of
     * its records when it makes them.
     */
    own: (owner: Party, text: string) => {
      for (const name of [...idsIn(text), ...madeSecretsIn(text)])
        if (!owners.has(name)) owners.set(name, owner)
    },
    ownerOf: (name: string): Party | undefined => {
      const [canary] = canariesIn(name)
      return canary ? parties.find(({ tag }) => tag === canary.tag) : owners.get(name)
    },

    keep: (kind: string, owner: Party, value: string) => {
      const pool = pools.get(kind) ?? []
      if (!pool.some((entry) => entry.owner === owner && entry.value === value))
        pool.push({ owner, value })
      if (pool.length > 500) pool.shift()
      pools.set(kind, pool)
    },
    forget: (owner: Party, value: string) => {
      for (const [kind, pool] of pools)
        pools.set(
          kind,
          pool.filter((entry) => entry.owner !== owner || entry.value !== value),
        )
    },
    /** A name of the kind: mostly the party's own, newer rather than older; else another's. */
    pick: (kind: string, party: Party, othersShare = 0.3): string | undefined => {
      const pool = pools.get(kind) ?? []
      const isOther = random() < othersShare
      const fitting = pool.filter(({ owner }) => (owner === party) !== isOther)
      return choose(fitting.slice(-60))?.value
    },
  }
}

/**
 * Whose names may come in an answer: one's own; an organization's owner also sees its projects, a
 * project the id of its organization.
 */
export const maySee = (caller: Party, owner: Party): boolean =>
  caller === owner || owner.organization === caller || caller.organization === owner

/** Foreign names in a text that the caller did not say himself. */
export const leaksIn = (
  world: World,
  caller: Party,
  text: string,
  spoken: ReadonlySet<string>,
): string[] =>
  [...canariesIn(text).map((canary) => canary.text), ...idsIn(text), ...madeSecretsIn(text)].filter(
    (name) => {
      const owner = world.ownerOf(name)
      return (
        owner !== undefined &&
        !maySee(caller, owner) &&
        !hasSaid(world, caller, name) &&
        !spoken.has(name)
      )
    },
  )

/** An organization is shown what its projects named. */
const hasSaid = ({ parties }: World, caller: Party, name: string): boolean =>
  parties.some(
    (party) => party.said.has(name) && (party === caller || party.organization === caller),
  )

/** Names that stand in a request. */
export const namesIn = (text: string): Set<string> =>
  new Set([...canariesIn(text).map((canary) => canary.text), ...idsIn(text)])
