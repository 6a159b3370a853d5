import { describe, expect, it } from 'vitest'
import { parsePath, toPath } from '../../../../src/service/sessions/results/parse-path.ts'
import { readPart } from '../../../../src/service/sessions/results/read-part.ts'
import { toOutline } from '../../../../src/service/sessions/results/to-outline.ts'
import { toShape } from '../../../../src/service/platform/projection/to-shape.ts'
import { verifies } from '../../../requirements.ts'

describe('a path', () => {
  it.each([
    ['', []],
    ['$', []],
    ['items', ['items']],
    ['items[0].title', ['items', '0', 'title']],
    ['$.items[12]', ['items', '12']],
    ['$[0]', ['0']],
    ['items.3', ['items', '3']],
    ['["odd.key"][0]["a\\"b"]', ['odd.key', '0', 'a"b']],
    ["a['b c']", ['a', 'b c']],
    ['$schema', ['$schema']],
  ])('%s', (text, keys) => {
    expect(parsePath(text)).toEqual(keys)
  })

  it.each(['items[', 'items[x]', 'a..b', ']', '["unfinished]'])('%s is none', (text) => {
    expect(parsePath(text)).toBeUndefined()
  })

  it('written of any key is read back', () => {
    for (const key of ['plain', 'with.dot', 'with space', '"quoted"', '$', '[0]', '', 'ключ'])
      expect(parsePath(toPath('a', key))).toEqual(['a', key])
  })
})

describe('a part', () => {
  const notes = Array.from({ length: 1000 }, (_, id) => ({ id, text: `Note ${id} `.repeat(10) }))

  it('of an array comes in pages that hold every item once', () => {
    verifies('sessions.results.read')
    const seen: unknown[] = []
    for (let offset: number | null = 0; offset !== null;) {
      const page = readPart({ notes }, { path: 'notes', offset })
      expect(page).toMatchObject({ type: 'array', total: 1000, offset })
      expect(JSON.stringify(page.value).length).toBeLessThan(13_000)
      seen.push(...(page.value as unknown[]))
      offset = page.next_offset
    }
    expect(seen).toEqual(notes)
    expect(readPart({ notes }, { path: 'notes', offset: 998, limit: 1 })).toMatchObject({
      value: [{ id: 998 }],
      next_offset: 999,
    })
    expect(readPart({ notes: [] }, { path: 'notes' })).toMatchObject({
      type: 'array',
      value: [],
      total: 0,
      next_offset: null,
    })
    expect(readPart({ notes }, { path: 'notes', offset: 5000 })).toMatchObject({
      value: [],
      next_offset: null,
    })
  })

  it('of a text comes in pages too', () => {
    verifies('sessions.results.read')
    const text = Array.from({ length: 30_000 }, (_, index) => String(index % 10)).join('')
    let whole = ''
    for (let offset: number | null = 0; offset !== null;) {
      const page = readPart({ text }, { path: 'text', offset })
      whole += page.value as string
      offset = page.next_offset
    }
    expect(whole).toBe(text)
  })

  it('that is an object too large for a page shows its large entries in outline, and where to read them', () => {
    verifies('sessions.results.read')
    const page = readPart({ data: { 'odd key': 'x'.repeat(20_000), small: 1 } }, { path: 'data' })
    expect(page).toMatchObject({
      type: 'object',
      total: 2,
      value: { small: 1 },
      shortened: ['data["odd key"]'],
      next_offset: null,
    })
    expect(JSON.stringify(page.value).length).toBeLessThan(1000)
    expect(
      readPart(
        { data: { 'odd key': 'x'.repeat(20_000) } },
        { path: 'data["odd key"]', offset: 19_999 },
      ).value,
    ).toBe('x')
  })

  it.each([
    [7, 'number'],
    [true, 'boolean'],
    [null, 'null'],
  ])('%s is answered as it is', (value, type) => {
    expect(readPart({ value }, { path: 'value' })).toMatchObject({ value, type, total: 1 })
  })

  it.each([
    'nothing',
    'notes[1000]',
    'notes.length',
    'notes[0].title',
    'notes[0].id.x',
    '__proto__',
    'constructor',
    'notes[',
  ])('that is not there (%s) is said to be', (path) => {
    expect(() => readPart({ notes }, { path })).toThrow(/has no|is not a path/)
  })
})

describe('a preview', () => {
  it.each([
    [
      'many items',
      {
        items: Array.from({ length: 500 }, (_, id) => ({
          id,
          title: 'A title',
          labels: ['a', 'b'],
        })),
      },
    ],
    ['long texts', { text: 'x'.repeat(100_000), other: 'short' }],
    [
      'many keys',
      Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`key${index}`, index])),
    ],
    ['deep nesting', JSON.parse('{"a":'.repeat(500) + '1' + '}'.repeat(500)) as unknown],
    [
      'wide nesting',
      Array.from({ length: 30 }, () =>
        Array.from({ length: 30 }, () =>
          Array.from({ length: 30 }, () => Array.from({ length: 5 }, () => 'leaf')),
        ),
      ),
    ],
    ['long keys', { ['k'.repeat(50_000)]: 1 }],
  ])('of %s has a bounded size', (_name, value) => {
    verifies('sessions.results.offload')
    expect(JSON.stringify(toOutline(value, 1500)).length).toBeLessThanOrEqual(1510)
    expect(JSON.stringify(toShape(value)).length).toBeLessThanOrEqual(3000)
  })

  it('shows how the value begins and what is left out', () => {
    const outline = toOutline(
      { items: Array.from({ length: 500 }, (_, id) => ({ id })), name: 'List' },
      300,
    )
    expect(outline).toMatchObject({
      items: expect.arrayContaining([{ id: 0 }, expect.stringContaining('more items')]),
      name: 'List',
    })
  })

  it('comes with the shape of the whole', () => {
    verifies('sessions.results.offload')
    expect(
      toShape({ items: [{ id: 1, title: 'Door', tags: ['a'] }], total: 1, next: null, open: true }),
    ).toEqual({
      items: [
        '1 items, the first:',
        { id: 'number', title: 'string', tags: 'array of 1, the first: string' },
      ],
      total: 'number',
      next: 'null',
      open: 'boolean',
    })
  })
})
