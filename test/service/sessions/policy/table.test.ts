import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifies } from '../../../requirements.ts'
import { isThorough, triesEveryRequest } from '../../../support/thorough.ts'
import { expectSameVerdict, metaToolsOf } from './expect-same-verdict.ts'
import { policyTable, type PolicyRow } from './policy-table.ts'
import {
  startWorld,
  toolkitSlugs,
  tools,
  toolSlugs,
  type ToolSlug,
  type World,
} from './start-world.ts'
import type { Verdict } from './tool-doors.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

it('the project has the tools and tags that the table speaks of', async () => {
  const { items } = await world.service.client.tools.list({ query: { limit: 100 } })
  expect(
    Object.fromEntries(
      items.map(({ slug, toolkit, tags }) => [slug, { toolkit: toolkit.slug, tags }]),
    ),
  ).toEqual(
    Object.fromEntries(
      toolSlugs.map((slug) => [
        slug,
        { toolkit: tools[slug].toolkit, tags: [...tools[slug].tags] },
      ]),
    ),
  )
  expect(Object.keys(policyTable).length).toBeGreaterThanOrEqual(40)
})

it.each(
  Object.entries(policyTable).filter(
    (_, index) => triesEveryRequest || index % (isThorough ? 2 : 6) === 0,
  ),
)(
  'a session %s says the same at every door',
  async (_name, row) => {
    verifies(
      'sessions.limits.every-door',
      'sessions.toolkits.forms',
      'sessions.tools.forms',
      'sessions.tags.forms',
      'sessions.tags.meaning',
      'sessions.tags.precedence',
      'sessions.limits.proxy',
    )
    const rules = typeof row.rules === 'function' ? row.rules(world.ids) : row.rules
    const request = { user_id: row.user ?? 'ada', ...rules }
    const toolkits = row.toolkits ?? toolkitSlugs
    await expectSameVerdict(world, request, {
      tools: expectedTools(row),
      toolkits,
      proxies: row.proxies ?? toolkits,
      metaTools: metaToolsOf(request),
    })
  },
  300_000,
)

const expectedTools = (row: PolicyRow): Record<string, Verdict> => ({
  ...Object.fromEntries(toolSlugs.map((slug) => [slug, expectedTool(row, slug)])),
  ...Object.fromEntries((row.custom ?? []).map((slug) => [slug, 'custom' as const])),
})

const expectedTool = (row: PolicyRow, slug: ToolSlug): Verdict => {
  if (row.only?.includes(slug) === false || row.without?.includes(slug)) return 'excluded'
  for (const verdict of ['asks', 'unconnected', 'choose'] as const)
    if (row[verdict]?.includes(slug)) return verdict
  return slug === 'LOCKED_GET_TREASURE' || slug === 'CLOSED_GET_HARBOUR' ? 'unconnected' : 'runs'
}
