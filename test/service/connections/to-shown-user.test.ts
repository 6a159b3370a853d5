import { describe, expect, it } from 'vitest'
import { toShownUser } from '../../../src/service/connections/index.ts'
import { verifies } from '../../requirements.ts'

const uuid = '7b0c5e12-4a77-4a52-9f3c-2f1f4b7f8d10'

describe('the id of a user, as people are shown it', () => {
  it.each([
    'ada',
    'ada.lovelace+work@example.com',
    uuid,
    `${uuid}:${uuid}`,
    'auth0|65f1c0',
    'Ada Lovelace',
    '山田太郎',
    'עדה לאבלייס',
    'José',
    'Jose\u0301',
    'नमस्ते',
    '<b>ada</b>',
    '👩',
    'a'.repeat(80),
  ])('is %j itself', (userId) => {
    verifies('connect-page.user.text')
    expect(toShownUser(userId)).toBe(userId)
  })

  it.each([
    ['an override of the direction', 'ada\u202eeve', String.raw`ada\u{202e}eve`],
    ['an isolate', '\u2066ada\u2069', String.raw`\u{2066}ada\u{2069}`],
    ['a mark of the direction', 'ada\u200f', String.raw`ada\u{200f}`],
    ['a joiner', 'a\u200dda', String.raw`a\u{200d}da`],
    ['a line break', 'ada\neve', String.raw`ada\u{a}eve`],
    ['a line separator', 'ada\u2028eve', String.raw`ada\u{2028}eve`],
    ['a tab', 'ada\teve', String.raw`ada\u{9}eve`],
    ['a bell', 'ada\u0007', String.raw`ada\u{7}`],
    ['a filler', 'ada\u3164', String.raw`ada\u{3164}`],
    ['a blank of Braille', 'ada\u2800', String.raw`ada\u{2800}`],
    ['a selector of a variation', 'ada\ufe0f', String.raw`ada\u{fe0f}`],
    ['a tag', 'ada\u{e0041}', String.raw`ada\u{e0041}`],
    ['half a character', 'ada\ud83d', String.raw`ada\u{d83d}`],
    ['a character of nobody', 'ada\ue000', String.raw`ada\u{e000}`],
    ['another space', 'ada\u00a0eve', String.raw`ada\u{a0}eve`],
    ['spaces that would be one', 'ada   eve', String.raw`ada\u{20}\u{20} eve`],
    ['marks that pile up', `e${'\u0301'.repeat(6)}`, `e${'\u0301'.repeat(4)}\\u{301}\\u{301}`],
  ])('shows %s as a number', (_name, userId, shown) => {
    verifies('connect-page.user.text')
    expect(toShownUser(userId)).toBe(shown)
  })

  it('keeps both ends of a long one, whatever it consists of', () => {
    verifies('connect-page.user.text')
    const shown = toShownUser(`ada@example.com${'.'.repeat(200)}mallory`)
    expect(shown).toMatch(/^ada@example\.com\.{25}….{33}mallory$/)
    for (const piece of ['a', '👩', '\u202e', ' ', '\u0301', '\u{e0041}', 'é']) {
      const characters = [...toShownUser(`x${piece.repeat(120)}y`)]
      expect(characters).toHaveLength(81)
      expect([characters[0], characters[40], characters.at(-1)]).toEqual(['x', '…', 'y'])
      expect(characters.join('').isWellFormed()).toBe(true)
    }
  })
})
