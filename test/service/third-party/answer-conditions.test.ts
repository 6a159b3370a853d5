import { describe, expect, it } from 'vitest'
import { answerCondition } from '../../../src/contract/recipe/conditions.ts'
import { matchesAll } from '../../../src/service/third-party/index.ts'

const answer = {
  status: 403,
  headers: { 'x-left': '0', empty: '' },
  body: { ok: false, code: 0, list: [], errors: [{ message: 'x' }], none: null, text: '' },
}

const holds = (condition: unknown): boolean =>
  matchesAll([answerCondition.parse(condition)], answer)

describe('a condition', () => {
  it.each([
    [{ in: 'status', one_of: [401, 403] }, true],
    [{ in: 'status', one_of: [401] }, false],
    [{ in: 'header', name: 'X-Left', one_of: ['0'] }, true],
    [{ in: 'header', name: 'x-left', one_of: ['1'] }, false],
    [{ in: 'header', name: 'x-left' }, true],
    [{ in: 'header', name: 'empty' }, false],
    [{ in: 'header', name: 'absent' }, false],
    [{ in: 'body', path: 'ok', one_of: [false] }, true],
    [{ in: 'body', path: 'ok', one_of: ['false'] }, false],
    [{ in: 'body', path: 'code', one_of: [0] }, true],
    [{ in: 'body', path: 'none', one_of: [null] }, true],
    [{ in: 'body', path: 'absent', one_of: [null] }, false],
    [{ in: 'body', path: 'code', not_one_of: [0] }, false],
    [{ in: 'body', path: 'code', not_one_of: [1] }, true],
    [{ in: 'body', path: 'absent', not_one_of: [0] }, false],
    [{ in: 'body', path: 'errors.0.message' }, true],
    [{ in: 'body', path: 'code' }, true],
    [{ in: 'body', path: 'ok' }, false],
    [{ in: 'body', path: 'list' }, false],
    [{ in: 'body', path: 'text' }, false],
    [{ in: 'body', path: 'none' }, false],
    [{ in: 'body', path: 'constructor' }, false],
  ])('%j is %s', (condition, expected) => {
    expect(holds(condition)).toBe(expected)
  })

  it('holds only together with all others', () => {
    const [status, header] = [
      answerCondition.parse({ in: 'status', one_of: [403] }),
      answerCondition.parse({ in: 'header', name: 'x-left', one_of: ['1'] }),
    ]
    expect(matchesAll([status], answer)).toBe(true)
    expect(matchesAll([status, header], answer)).toBe(false)
  })

  it('on a body finds nothing where the answer is no JSON', () => {
    const onBody = answerCondition.parse({ in: 'body', path: 'ok', one_of: [false] })
    expect(matchesAll([onBody], { ...answer, body: undefined })).toBe(false)
  })
})
