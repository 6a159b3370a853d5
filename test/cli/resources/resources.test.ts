import { z } from 'zod'
import { expect, test } from 'vitest'
import { toLines, type Columns } from '../../../src/cli/print-list.ts'
import { resources } from '../../../src/cli/resources/resources.ts'
import { namesIn, operations } from '../../contract/operations.ts'

const verbs = Object.values(resources).flatMap((resource) =>
  resource.verbs.map((verb) => ({ ...verb, title: `${resource.name} ${verb.name}` })),
)

/** The JSON Schemas of a field of a request, such as `query.user_ids`: as it is sent, and as read. */
const schemasOf = (operation: string, place: string): unknown[] => {
  const [part, field = ''] = place.split('.')
  const declared = operations.find(({ name }) => name === operation)?.endpoint
  const schema = declared?.[part as 'params' | 'query' | 'body']
  if (!schema) return []
  return (['input', 'output'] as const).flatMap((io) => {
    const whole = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
    return [whole, ...((whole.oneOf ?? []) as (typeof whole)[])].flatMap(
      ({ properties }) => properties?.[field] ?? [],
    )
  })
}

test.each(verbs)('$title is declared as the interface is', (verb) => {
  const operation = operations.find(({ name }) => name === verb.operation)
  const places = [
    ...Object.values(verb.arguments ?? {}),
    ...(verb.options ?? []).map(({ to }) => to),
    ...Object.keys(verb.fixed ?? {}),
  ]
  for (const place of places) expect(schemasOf(verb.operation, place), place).not.toEqual([])
  const given = places.filter((place) => place.startsWith('params.'))
  expect(given.toSorted()).toEqual(
    namesIn(operation?.endpoint.path ?? '')
      .map((name) => `params.${name}`)
      .toSorted(),
  )
  for (const { to, choices } of verb.options ?? [])
    if (choices)
      expect(JSON.stringify(schemasOf(verb.operation, to))).toContain(JSON.stringify(choices))
  // What deletes something asks before.
  if (operation?.endpoint.method === 'DELETE' && verb.operation !== 'connectTokens.revoke')
    expect(verb.question).toBeDefined()
})

test('a delivery without an attempt yet has no time', () => {
  const [list] = resources.deliveries.verbs
  if (!list || !('columns' in list) || !list.columns) throw new Error('It has no columns')
  const lines = toLines(
    [{ id: 'wd_1', event_type: 'e', status: 'pending', attempts: [], next_attempt_at: null }],
    list.columns as Columns<unknown>,
  )
  expect(lines).toEqual([expect.stringMatching(/^wd_1 +e +pending +0 +- +- +-$/)])
})

test('a trigger shows its last poll, and why that failed or the next one waits', () => {
  const columns = resources.triggers.verbs.find(({ name }) => name === 'list')?.columns
  const polled_at = '2026-11-29T10:00:00.000Z'
  const lines = [
    { polled_at, error: 'The API answered 500' },
    { polled_at, paused: 'The account is disabled' },
    {},
  ].map((state) =>
    toLines(
      [
        {
          id: 'ti_1',
          trigger_name: 'T',
          user_id: 'ada',
          disabled_at: null,
          updated_at: polled_at,
          trigger_config: {},
          state,
        },
      ],
      columns as Columns<unknown>,
    ),
  )
  expect(lines).toEqual([
    [expect.stringMatching(/^ti_1 .* enabled +2026-11-29T10:\S+ +The API answered 500 +2026/)],
    [expect.stringMatching(/ enabled +2026-11-29T10:\S+ +The account is disabled +2026/)],
    [expect.stringMatching(/ enabled +- +- +2026/)],
  ])
})

test('a title, an argument and an option are there once in each command', () => {
  for (const { title, options = [] } of verbs) {
    const flags = options.map((option) => option.flags.split(' ')[0])
    expect(new Set(flags).size, title).toBe(flags.length)
  }
  expect(new Set(verbs.map(({ title }) => title)).size).toBe(verbs.length)
})
