import { search } from '@jmespath-community/jmespath'
import { afterAll, describe, expect, it } from 'vitest'
import { createProjector } from '../../../../src/service/platform/projection/index.ts'
import { verifies } from '../../../requirements.ts'
import { sampleAtDesk } from '../../../support/thorough.ts'

const projector = createProjector()
afterAll(() => projector.close())

const issues = Array.from({ length: 30 }, (_, id) => ({
  id,
  title: `Issue ${id}`,
  state: id % 3 === 0 ? 'open' : 'closed',
  user: { login: `ada${id}`, url: 'https://example.com' },
  labels: [{ name: 'door' }],
}))
const project = (expression: string | string[], data: unknown = { items: issues }) =>
  projector.project('pr_1', expression, data)

describe('an expression', () => {
  it.each([
    ['items[0].title', 'Issue 0'],
    [
      'items[:2].[id, title]',
      [
        [0, 'Issue 0'],
        [1, 'Issue 1'],
      ],
    ],
    ["items[?state=='open'] | [1].{id: id, by: user.login}", { id: 3, by: 'ada3' }],
    ['items[?id > `27`].id', [28, 29]],
    ['items[-1].labels[].name', ['door']],
    ['length(items)', 30],
    ["join(', ', items[:2].title)", 'Issue 0, Issue 1'],
    ['sort_by(items, &title)[0].id', 0],
    ['let $all = items in $all[0].id', 0],
    ['$.items[1].id', 1],
    ['items[].nam', []],
    ['nothing.at.all', null],
  ])('%s', async (expression, selected) => {
    expect(await project(expression)).toEqual(selected)
  })

  it.each([
    'items[*].labels[*].name',
    'items[].labels[].name | [0]',
    'items[::-1].id | [:3]',
    'items[0].title[2:5]',
    'items[0].*',
    'items[0].user.*.length(@)',
    '*[]',
    '*[0].id',
    "items[?state == 'open' && id > `3` || id == `1`].title",
    'items[?!user.none].id | length(@)',
    'items[1] == items[1] && items[1] != items[2]',
    'items[?id >= `5` && id <= `7`].[id, user.login]',
    '{n: length(items), first: items[0].{id: id, none: none}}',
    "items[0].none || 'nothing'",
    'items[0].none && id',
    'items[0].id + items[1].id * `2` - `1`',
    'items[5].id // `2`',
    '-items[5].id',
    "items[0].id > `1` ? 'more' : 'less'",
    "let $open = items[?state=='open'].id, $n = `2` in {open: $open, n: $n}",
    'items[*].id | sum(@)',
    'map(&id, items)',
    'sort_by(items, &title)[*].id',
    'max_by(items, &id).id',
    'min_by(items, &id).id',
    'group_by(items, &state).open[].id',
    "join(', ', sort(items[].title))",
    "items[?contains(title, '2')].id",
    "items[?starts_with(title, 'Issue 1')].id",
    'items[0] | keys(@) | sort(@)',
    'to_string(items[0].labels)',
    'merge(items[0].user, `{"url": null}`)',
    "zip(items[:2].id, ['a', 'b'])",
    'reverse(items[:3].id)',
    "split(' ', items[0].title)",
    "replace(items[0].title, 's', 'z')",
    'not_null(items[0].none, items[0].id)',
    'items[0].[*]',
    '[items[0].id, none, `null`]',
    'none[].id',
    'none.{a: b}',
    'items[0].title[].id',
    '@.items[0].id',
    '"items"[0]."user".login',
    'items[100]',
    'items[-100]',
    'avg(items[].id)',
    'type(items[0].none)',
  ])('%s is what the library makes of it', async (expression) => {
    expect(await project(expression)).toEqual(search({ items: issues }, expression))
  })

  it('evaluates the same in a thread as in place', async () => {
    const many = { items: Array.from({ length: 3000 }, () => issues).flat() }
    expect(await project('items[:2].{id: id, by: user.login}', many)).toEqual([
      { id: 0, by: 'ada0' },
      { id: 1, by: 'ada1' },
    ])
    expect(await project('items[].id', many)).toHaveLength(90_000)
  })

  it('reaches nothing that a value inherits', async () => {
    const data = { items: [{ a: 1 }, { ['constructor' as string]: 'Ferrari' }] }
    expect(await project('items[].constructor', data)).toEqual(['Ferrari'])
    for (const name of ['constructor.prototype', '__proto__', 'items.length', 'toString'])
      expect(await project(name, data)).toBeNull()
  })

  it.each([
    ['items[', 'Syntax error'],
    ['items[?id == 1]', 'Syntax error'],
    ['[?', 'Syntax error'],
    ['frobnicate(items)', 'there is no function frobnicate; use one of abs, avg'],
    ['length()', 'length() takes 1 argument but received 0'],
    ['items[].{n: length(a, b)}', 'length() takes 1 argument but received 2'],
    ['$nothing', 'nothing defines the variable $nothing'],
    ['items[::0]', 'the step of a slice cannot be 0'],
    ['('.repeat(2000), 'Syntax error'],
  ])('%s is refused before there is a value', (expression, reason) => {
    verifies('tools.execute.select-refused')
    expect(() => projector.check(expression)).toThrow(reason)
  })

  it.each([
    ['sum(items[].title)', /cannot be evaluated on the answer: .*sum\(\) expected argument 1/],
    ['items[0].id / `0`', /cannot be evaluated/],
  ])('%s fails on this value', async (expression, reason) => {
    await expect(project(expression)).rejects.toThrow(reason)
  })
})

const doubled = `@${' | {a: @, b: @}'.repeat(60)}`

describe('an expression that would take all of the service', () => {
  const large = { items: Array.from({ length: 400 }, () => issues).flat() }

  const hungry = [
    ['a list for each item', 'items[].{n: length($.items[?id == `3`])}'],
    ['nested lists of all', `{a: ${'$.items[].{a: '.repeat(30)}id${'}'.repeat(31)}`],
    ['doubling lists', `@${' | [@, @][]'.repeat(60)}`],
    ['doubling objects', `@${' | {a: @, b: @}'.repeat(60)}`],
    ['doubling values', `@${' | {a: @, b: @}.*[]'.repeat(60)}`],
    ['multiplying literals', `items[]${'.[`[0,0]`, `[0,0]`][]'.repeat(30)}`],
    ['a long text', 'pad_left(`"a"`, `500000000`)'],
    ['a long text taken apart', 'reverse(pad_left(`"a"`, `60000000`))'],
    ['a long text in upper case for each', 'map(&upper(pad_left(`"a"`, `100000000`)), items)'],
    ['a growing text', `items[0].title${' | join(@, [@, @, @])'.repeat(40)}`],
    ['a replaced text', `items[0].title${" | replace(@, 's', @)".repeat(60)}`],
    ['all as text', `@${' | {a: @, b: @}'.repeat(60)} | to_string(@)`],
    ['equal parts', `(${doubled}) == (${doubled})`],
  ] as const

  it.each(sampleAtDesk(3, hungry))(
    '%s ends by its limits while others go on',
    async (_, expression) => {
      verifies('tools.execute.select-bounded')
      for (const data of [large, { items: issues.slice(0, 2) }]) {
        const evil = projector.project('pr_evil', expression, data).then(
          (value) => JSON.stringify(value).length,
          (error: Error) => error.message,
        )
        expect(await project('items[0].title')).toBe('Issue 0')
        expect(await projector.project('pr_2', 'length(items)', large)).toBe(12_000)
        if (data === large || expression.length > 100)
          expect(await evil).toMatch(
            /takes more work|takes longer than|too much memory|selects more than/,
          )
        else expect(await evil).toBeDefined()
      }
    },
    300_000,
  )
})

describe('JSON Pointers', () => {
  it('take what there is, by pointer', async () => {
    const data = { items: issues, 'a/b': { '~': 1 }, none: null }
    expect(
      await project(
        [
          '/items/1/title',
          '/a~1b/~0',
          '/none',
          '/items/x',
          '/items/-1',
          '/length',
          '/items/length',
        ],
        data,
      ),
    ).toEqual({ '/items/1/title': 'Issue 1', '/a~1b/~0': 1, '/none': null })
    expect(await project([''], { a: 1 })).toEqual({ '': { a: 1 } })
  })
})
