import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileSchema } from '../../src/schema/index.ts'
import { createRun } from '../../src/schema/compiler/check.ts'
import { boundWork } from '../../src/schema/compiler/patterns/bound-work.ts'
import { matchInBounds } from '../../src/schema/compiler/patterns/match-in-bounds.ts'
import { parsePattern } from '../../src/schema/compiler/patterns/parse-pattern.ts'
import { toProgram } from '../../src/schema/compiler/patterns/to-program.ts'
import { verifies } from '../requirements.ts'
import { isThorough } from '../support/thorough.ts'

const matches = (pattern: string, text: string) => compileSchema({ pattern }).validate(text).ok

/**
 * Each with a text that sends a backtracking engine into endless retries, and whether the pattern
 * matches it.
 */
const hostile: [pattern: string, text: string, matches: boolean][] = [
  ['^(a+)+$', `${'a'.repeat(60)}!`, false],
  ['^(a|a)*$', `${'a'.repeat(60)}!`, false],
  ['^(a|aa)+$', `${'a'.repeat(60)}!`, false],
  ['^(a*)*b', 'a'.repeat(60), false],
  ['(x+x+)+y', 'x'.repeat(60), false],
  ['^(\\w+\\s?)*$', `${'aaaa '.repeat(20)}!`, false],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'.repeat(60), false],
  [
    '^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$',
    'a'.repeat(80),
    false,
  ],
  ['^(.*?,){30}P', '1,'.repeat(60), false],
  ['(.*a){20}', `${'a'.repeat(40)}!`, true],
  ['^.*.*.*.*.*.*.*x$', 'a'.repeat(500), false],
  [`${'a?'.repeat(40)}${'a'.repeat(40)}`, 'a'.repeat(39), false],
  ['\\s+$', `${' '.repeat(20_000)}x`, false],
  ['<!--.*?-->', '<!--'.repeat(5000), false],
  ['^([^,]*,)*$', `${'aaa,'.repeat(10_000)}b`, false],
  ['^(?:a?b?)*$', `${'ab'.repeat(30)}!`, false],
  ['(?=(a+)+$)b', `${'a'.repeat(60)}!`, false],
  ['(?<=^(a+)+)!b', `${'a'.repeat(60)}!`, false],
  ['(?!(a+)+$)x', `${'a'.repeat(60)}!`, false],
  ['(?:){1000000000}a', 'b', false],
  ['^[\\w\\-]+(\\_+)+$', `${'_'.repeat(60)}!`, false],
]

describe('patterns', () => {
  it.each(hostile)('%s ends', (pattern, text, expected) => {
    verifies('validator.patterns.bounded')
    expect(matches(pattern, text)).toBe(expected)
  })

  it.each([
    '^(a+)+\\1$',
    '^((a{0,50}){0,50}){0,50}$',
    '(?:a{1000}){1000}$',
    `${'('.repeat(2000)}a${')*'.repeat(2000)}`,
  ])('%s is ignored with a warning, as no bounded matcher can judge it', (pattern) => {
    verifies('validator.patterns.bounded')
    const { validate, warnings } = compileSchema({ pattern })

    expect(validate('b').ok).toBe(true)
    expect(warnings).toEqual([
      expect.stringMatching(
        /could take unbounded time and was ignored$|is not a regular expression and was ignored$/,
      ),
    ])
  })

  it('over the bound refuse the text', () => {
    verifies('validator.patterns.bounded')
    const { validate } = compileSchema({ items: { pattern: `${'.*'.repeat(300)}x` } })

    expect(validate(['abcx']).ok).toBe(true)
    expect(validate(['a'.repeat(50_000)])).toEqual({
      ok: false,
      issues: [{ path: [], keyword: 'limit', message: 'is too large to be checked' }],
    })
  })

  it('that can be trusted go to the platform, whose work is known to be little', () => {
    const workOn = (pattern: string, length: number) => {
      const tree = parsePattern(pattern, true)
      return tree ? boundWork(tree, 'u')(length) : Infinity
    }

    // Patterns as real tools have them.
    for (const pattern of [
      '^refs/(heads|tags|pull)/.*$',
      '^(?:first|last|after:\\d+)$',
      '^sha256:[a-f0-9]{64}$',
      '^[a-z0-9]+(-[a-z0-9]+)*$',
      '^\\d+\\.\\d+\\.\\d+$',
      '^https://',
    ])
      expect(workOn(pattern, 100)).toBeLessThan(50_000)
    expect(
      workOn(
        '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$',
        1_000_000,
      ),
    ).toBeLessThan(100 * 1_000_000)
    for (const pattern of ['^(a+)+$', '^(a|a)*$', '^(a*)*$', '^(a|aa)+$', '(x+x+)+y'])
      expect(workOn(pattern, 30)).toBe(Infinity)
  })

  it('mean the same to the bounded matcher as to the platform', () => {
    verifies('validator.patterns.exact')
    fc.assert(
      fc.property(
        arbitraryPattern,
        fc.boolean(),
        fc.array(arbitraryText, { minLength: 4, maxLength: 8 }),
        (pattern, unicode, texts) => {
          const flags = unicode ? 'u' : ''
          const tree = parsePattern(pattern, unicode)
          const program = tree && toProgram(tree, flags)
          expect(program).toBeDefined()
          for (const text of texts)
            expect([
              text,
              matchInBounds(
                program ?? [],
                unicode ? [...text] : text.split(''),
                createRun(undefined),
              ),
            ]).toEqual([text, new RegExp(pattern, flags).test(text)])
        },
      ),
      { numRuns: isThorough ? 50_000 : 500 },
    )
  })

  it('outside the basic plane are code points where Unicode mode holds', () => {
    verifies('validator.patterns.exact')
    expect(matches('^(.|x)*$', '😀😀')).toBe(true)
    expect(matches('^(?:.|x){2}$', '😀😀')).toBe(true)
    expect(matches('^(?:[😀-😂]|x)+$', '😁x')).toBe(true)
    expect(matches('^(?:\\u{1f600}|\\p{Lu})+$', '😀Ä')).toBe(true)
    expect(matches('^(?:\\ud83d\\ude00|x)+$', '😀x')).toBe(true)
  })
})

const arbitraryText = fc
  .array(fc.constantFrom('a', 'b', 'c', '-', '1', 'é', ' ', '.', '\n'), { maxLength: 8 })
  .map((characters) => characters.join(''))

const quantifier = fc.constantFrom('*', '+', '?', '{2}', '{1,2}', '{0,3}', '{2,}', '*?', '+?')

const arbitraryPattern = fc
  .letrec<{ pattern: string }>((tie) => ({
    pattern: fc.oneof(
      { maxDepth: 4, depthSize: 'small', withCrossShrink: true },
      fc.constantFrom(
        'a',
        'b',
        '.',
        '[ab]',
        '[^a]',
        '\\d',
        '\\w',
        '\\s',
        '-',
        '\\.',
        '[a-c]',
        '[\\]\\d]',
        '\\W',
        'é',
        '\\u0061',
        '\\x62',
        '^',
        '$',
        '\\b',
        '\\B',
      ),
      fc.tuple(tie('pattern'), tie('pattern')).map((parts) => parts.join('')),
      fc.tuple(tie('pattern'), tie('pattern')).map((options) => `(?:${options.join('|')})`),
      fc.tuple(tie('pattern'), quantifier).map(([body, suffix]) => `(${body})${suffix}`),
      fc
        .tuple(fc.constantFrom('(?=', '(?!', '(?<=', '(?<!', '(?<name>'), tie('pattern'))
        .map(([prefix, body]) => `${prefix}${body})`),
    ),
  }))
  .pattern.filter((pattern) => (pattern.match(/<name>/g)?.length ?? 0) < 2)
