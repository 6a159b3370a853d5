import { describe, expect, it } from 'vitest'
import { applyOverlay } from '../../../../src/service/catalog/overlay/apply-overlay.ts'
import { problemOfPath } from '../../../../src/service/catalog/overlay/json-path.ts'
import { overlayDocument } from '../../../../src/service/catalog/overlay/overlay-document.ts'
import { verifies } from '../../../requirements.ts'

const limits = { nodes: 1000, values: 10_000, characters: 100_000 }

type Actions = Parameters<typeof applyOverlay>[1]
const apply = (document: unknown, actions: Actions, most = limits) => {
  const unused = applyOverlay(document, actions, most)
  return { document, unused }
}

describe('an overlay', () => {
  it('merges objects deeply and appends to lists, in the order of its actions', () => {
    verifies('imports.overlay')
    const { document, unused } = apply(
      { a: { b: { c: 1, d: [1] }, tags: ['x'] }, list: [1], kept: true },
      [
        { target: '$.a', update: { b: { c: 2, d: [2], e: { f: 3 } }, tags: 'only' } },
        { target: '$.a.tags', update: ['not a list any more'] },
        { target: '$.list', update: 2 },
        { target: '$.list', update: [3, [4]] },
        { target: '$', update: { added: [] } },
        { target: '$.added', update: { first: true } },
      ],
    )
    expect(document).toEqual({
      a: { b: { c: 2, d: [1, 2], e: { f: 3 } }, tags: 'only' },
      list: [1, 2, 3, [4]],
      kept: true,
      added: [{ first: true }],
    })
    expect(unused).toEqual([{ index: 1, why: 'not mergeable' }])
  })

  it('gives every target a copy of its own', () => {
    verifies('imports.overlay')
    const { document } = apply({ a: {}, b: {} }, [
      { target: '$.*', update: { x: { y: [1] } } },
      { target: '$.a.x.y', update: 2 },
    ])
    expect(document).toEqual({ a: { x: { y: [1, 2] } }, b: { x: { y: [1] } } })
  })

  it('removes what it selects, several items of a list too, but not the whole', () => {
    verifies('imports.overlay')
    const { document, unused } = apply(
      { list: [{ n: 1, x: { x: 1 } }, { n: 2 }, { n: 3 }, { n: 4 }], x: { x: { x: 1 } } },
      [
        { target: '$.list[?@.n > 1 && @.n < 4]', remove: true },
        { target: '$..x', remove: true, update: { ignored: true } },
        { target: '$', remove: true },
        { target: '$.nothing[0]', remove: true },
      ],
    )
    expect(document).toEqual({ list: [{ n: 1 }, { n: 4 }] })
    expect(unused).toEqual([
      { index: 2, why: 'the root' },
      { index: 3, why: 'no match' },
    ])
  })

  it('sets no prototype', () => {
    verifies('imports.overlay')
    const update: unknown = JSON.parse(
      '{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}',
    )
    const { document } = apply({ a: {}, b: { toString: {} } }, [
      { target: '$.a', update },
      { target: '$.a["__proto__"]', update: { more: 1 } },
      { target: '$.b.hasOwnProperty', update },
      { target: '$.b.toString', update },
    ])
    expect(Object.getPrototypeOf({})).not.toHaveProperty('polluted')
    expect(Object.getPrototypeOf({})).not.toHaveProperty('more')
    expect(JSON.stringify(document)).toContain('"__proto__":{"polluted":1,"more":1}')
  })

  it('stops where it selects or adds too much', () => {
    verifies('imports.overlay.bounds')
    const many = () => ({ list: Array.from({ length: 200 }, () => ({})) })
    expect(() =>
      apply(many(), [{ target: '$.list[*]', update: {} }], { ...limits, nodes: 199 }),
    ).toThrow('actions.0.target: selects more than 199 values')
    const wide = Array.from({ length: 100 }, () => 1)
    expect(() => apply(many(), [{ target: '$.list[*]', update: { wide } }])).toThrow(
      'actions.0.update: adds too much, as its target selects 200 values',
    )
    expect(() =>
      apply(many(), [{ target: '$.list[*]', update: { long: 'x'.repeat(1000) } }]),
    ).toThrow('adds too much')
    // Each doubles what the one before added.
    const doubling = Array.from({ length: 30 }, () => ({ target: '$..list', update: { list: [] } }))
    expect(() => apply({ list: [] }, doubling)).toThrow('selects more than 1,000 values')
  })

  it.each([
    ['$.paths[?match(@.x, "a.*")]', 'must not use the functions match() and search()'],
    ['$.paths[?search(@.x, "(a+)+$")]', 'must not use the functions match() and search()'],
    ['paths.x', 'must be a JSONPath of RFC 9535'],
    ['$.paths[?(@.x == "a" ]', 'must be a JSONPath of RFC 9535'],
    [`$${'[?'.repeat(900)}`, 'must be a JSONPath of RFC 9535'],
  ])('refuses the target %s', (path, problem) => {
    verifies('imports.recipe.invalid')
    expect(problemOfPath(path)).toContain(problem)
  })

  it('ends in its thread when it takes too long', async () => {
    verifies('imports.overlay.bounds')
    const document = { list: Array.from({ length: 3000 }, (_, n) => ({ n, deep: [{ n }] })) }
    const overlay = {
      overlay: '1.0.0',
      info: { title: 'x', version: '1' },
      actions: [{ target: '$..[?$..[?$..[?@.n == -1]]]', update: {} }],
    }
    await expect(
      overlayDocument(document, overlay, { workers: 1, timeoutMs: 1000, memoryMb: 256 }),
    ).rejects.toThrow('recipe.description.overlay: takes longer than 1 s')
  })
})
