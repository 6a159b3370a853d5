import { expect, it } from 'vitest'
import { isShortCode, toShortCode } from '../../../../src/service/platform/secrets/index.ts'

it('a short code follows from its seed, and is taken as people type it', () => {
  const codes = Array.from({ length: 500 }, (_, index) => toShortCode(`seed ${index}`))
  for (const code of codes)
    expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
  expect(new Set(codes).size).toBe(500)
  const code = toShortCode('seed 1')
  expect(code).toBe(codes[1])
  for (const typed of [
    code,
    code.toLowerCase(),
    code.replace('-', ''),
    ` ${code.replace('-', ' ')} `,
  ])
    expect(isShortCode(code, typed)).toBe(true)
  for (const typed of ['', code.slice(1), `${code}B`, codes[2] ?? ''])
    expect(isShortCode(code, typed)).toBe(false)
})
