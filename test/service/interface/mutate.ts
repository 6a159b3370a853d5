import * as fc from 'fast-check'

/** Values that stand where others are meant: other types, hostile texts, names of prototypes. */
export const hostileValues: unknown[] = [
  null,
  0,
  -1,
  1e308,
  true,
  '',
  'x'.repeat(10_000),
  [],
  {},
  [[[[[]]]]],
  { __proto__: null, constructor: { prototype: { polluted: true } } },
  "'; drop table projects; --",
  '"; select pg_sleep(5); --',
  '%00',
  '\u0000',
  '\ud800',
  '../../etc/passwd',
  '${jndi:ldap://127.0.0.1/x}',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '\r\nx-injected: 1',
  '__proto__',
  'constructor',
  'toString',
]

/** The value with something in it replaced, removed or added. */
export const mutated = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(
      value,
      fc.nat(),
      fc.constantFrom('replace', 'remove', 'add'),
      fc.constantFrom(...hostileValues),
    )
    .map(([original, position, kind, hostile]) => {
      const copy = structuredClone(original)
      const places = containers(copy)
      const place = places[position % Math.max(places.length, 1)]
      if (!place) return hostile
      const keys = Object.keys(place)
      const key = keys[position % Math.max(keys.length, 1)]
      if (kind === 'add' || key === undefined)
        add(place, position % 2 ? 'constructor' : 'unknown', hostile)
      else if (kind === 'remove') delete place[key]
      else place[key] = hostile
      return copy
    })

const add = (place: Record<string, unknown> | unknown[], name: string, value: unknown): void => {
  if (Array.isArray(place)) place.push(value)
  else place[name] = value
}

const containers = (value: unknown): Record<string, unknown>[] =>
  typeof value === 'object' && value !== null
    ? [value as Record<string, unknown>, ...Object.values(value).flatMap(containers)]
    : []
