import { shortHash } from '../slugs/short-hash.ts'

export type WireName = { name: string; place: 'path' | 'query' | 'header' | 'cookie' | 'body' }
export type ArgumentName = WireName & {
  argument: string
  reason?: string
  /** The wire name cannot be read in that of the argument, as with other scripts. */
  isUnreadable?: true
}

/**
 * Names of a tool's arguments: `[a-zA-Z0-9_-]{1,64}`, as model providers require, without
 * duplicates.
 *
 * A valid name is kept. Where path, query, header, cookie and body share a name, the first in that
 * order keeps it and the others get their location as a prefix: `body_title`. The template keeps
 * the wire name of each.
 */
export const argumentNames = (wireNames: WireName[]): ArgumentName[] => {
  const taken = new Set<string>()
  const named = new Map<WireName, ArgumentName>()
  for (const wire of wireNames.toSorted(byRank)) {
    const wanted = fit(wire.name)
    const argument =
      [wanted, fit(`${wire.place}_${wanted}`)].find((name) => !taken.has(name)) ??
      numbered(`${wire.place}_${wanted}`, taken)
    taken.add(argument)
    named.set(wire, {
      ...wire,
      argument,
      ...reasonFor(wire, wanted, argument),
      ...(isUnreadable(wire.name) && { isUnreadable: true }),
    })
  }
  return wireNames.map((wire) => named.get(wire) as ArgumentName)
}

const locations = ['path', 'query', 'header', 'cookie', 'body']

/**
 * Independent of the order in the document; valid names come before names that might be changed to
 * them.
 */
const byRank = (one: WireName, other: WireName): number =>
  locations.indexOf(one.place) - locations.indexOf(other.place) ||
  Number(fit(one.name) !== one.name) - Number(fit(other.name) !== other.name) ||
  (one.name < other.name ? -1 : 1)

const fit = (name: string): string => {
  if (/^[a-zA-Z0-9_-]{1,64}$/.test(name) && name !== '__proto__') return name
  const plain = withoutAccents(name)
    .replace(/[^a-zA-Z0-9_-]+/g, '_')
    .replace(/^_+|_+$/g, '')
  if (plain === '') return `argument_${shortHash(name).toLowerCase()}`
  return plain.length <= 64 ? plain : `${plain.slice(0, 57)}_${shortHash(name).toLowerCase()}`
}

const withoutAccents = (name: string): string => name.normalize('NFKD').replace(/\p{Mn}/gu, '')

/** Whether `fit` leaves letters out, or all of the name. */
const isUnreadable = (name: string): boolean => {
  const plain = withoutAccents(name)
  return /[\p{L}\p{N}]/u.test(plain.replace(/[a-zA-Z0-9]+/g, '')) || !/[a-zA-Z0-9_-]/.test(plain)
}

const numbered = (name: string, taken: Set<string>): string => {
  let number = 2
  while (taken.has(`${fit(name).slice(0, 60)}_${number}`)) number += 1
  return `${fit(name).slice(0, 60)}_${number}`
}

const reasonFor = (wire: WireName, wanted: string, argument: string): { reason?: string } => {
  if (argument === wire.name) return {}
  if (argument === wanted)
    return {
      reason: 'Names of arguments have letters, digits, "_" and "-", and at most 64 characters',
    }
  return {
    reason: `Another argument is called "${wanted}", so this one is called after its place, the ${wire.place}`,
  }
}
