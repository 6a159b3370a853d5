import { expect, it } from 'vitest'
import type { Toolkit } from '../../../src/service/catalog/catalog.ts'
import { toPolicy } from '../../../src/service/sessions/policy.ts'
import { toSessionToolkits } from '../../../src/service/sessions/session-toolkits.ts'
import { toConfig } from '../../../src/service/sessions/to-config.ts'

const named = (slug: string): Toolkit => ({
  version: '1',
  createdAt: '',
  updatedAt: '',
  toolsCount: 0,
  stamp: 0,
  definition: { slug, name: slug, description: '', categories: [], authSchemes: [], triggers: [] },
})

const all = new Map(
  Array.from({ length: 100 }, (_, index) => `kit-${index}`).map((slug) => [slug, named(slug)]),
)

/** Can be asked for single toolkits only. */
const lookUpOnly = new Proxy(all, {
  get: (target, key) => {
    if (key === 'get') return (slug: string) => target.get(slug)
    throw new Error(`All toolkits were gone through: ${String(key)}`)
  },
})

const open = (toolkits: Parameters<typeof toConfig>[0]['toolkits'], from = all) =>
  toSessionToolkits(from, toPolicy(toConfig({ user_id: 'ada', toolkits })))

it.each([
  ['all', undefined, true],
  ['enabled ones', ['kit-2', 'kit-1', 'kit-2'], true],
  ['all but disabled ones', { disable: ['kit-3'] }, true],
  ['others', ['kit-9'], false],
])('a session with %s is opened and asked without going through all', (_name, rule, has) => {
  const toolkits = open(rule, lookUpOnly)
  expect(toolkits.has('kit-1')).toBe(has)
  expect(toolkits.get('kit-1')?.definition.slug).toBe(has ? 'kit-1' : undefined)
  expect(toolkits.has('no-such')).toBe(false)
})

it('its own are listed in alphabetical order, each once', () => {
  expect(
    open(['kit-2', 'kit-1', 'kit-2', 'gone'], lookUpOnly)
      .values()
      .map(({ definition }) => definition.slug),
  ).toEqual(['kit-1', 'kit-2'])
  expect(open({ disable: ['kit-3', 'gone'] }).values()).toHaveLength(99)
  expect(open(undefined).values()).toHaveLength(100)
})
