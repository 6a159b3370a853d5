import { describe, expect, it } from 'vitest'
import { createRedactor } from '../../../../src/service/platform/redaction/index.ts'
import { verifies } from '../../../requirements.ts'

const secret = 'a secret/with+"signs"&=9'

describe('a redactor', () => {
  it('finds a secret in every spelling', () => {
    verifies('execution.echo')
    const { text } = createRedactor([secret])
    const spellings = [
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret),
      new URLSearchParams({ '': secret }).toString().slice(1),
    ]
    for (const spelling of spellings)
      expect(text(`before ${spelling} after`)).toBe('before [redacted] after')
    for (const before of ['', 'u:', 'ad:', 'ada:', 'a longer text ']) {
      for (const encoding of ['base64', 'base64url'] as const) {
        const shown = text(`Basic ${Buffer.from(`${before}${secret}, and on`).toString(encoding)}`)
        expect(shown).toContain('[redacted]')
        expect(
          Buffer.from(
            shown.replace('Basic ', '').replace(/\[redacted\].*/, ''),
            encoding,
          ).toString(),
        ).not.toContain(secret.slice(0, 3))
      }
    }
  })

  it('takes a short secret out only where it stands alone', () => {
    verifies('execution.echo.short')
    const { json } = createRedactor(['note', ''])
    expect(json({ a: 'note', note: 1, b: 'Bearer note', c: 'a note', d: ['note'], e: '' })).toEqual(
      { a: '[redacted]', note: 1, b: '[redacted]', c: 'a note', d: ['[redacted]'], e: '' },
    )
  })

  it('changes no byte of a file but those of a secret', () => {
    verifies('execution.echo')
    const noise = Buffer.from(Array.from({ length: 512 }, (_, index) => index % 256))
    const { bytes } = createRedactor(['schlüssel-0123456789'])
    const given = Buffer.concat([noise, Buffer.from('schlüssel-0123456789'), noise])
    expect(Buffer.from(bytes(given))).toEqual(
      Buffer.concat([noise, Buffer.from('[redacted]'), noise]),
    )
    expect(bytes(noise)).toBe(noise)
  })
})
