import { describe, expect, it } from 'vitest'
import { compileSchema } from '../../src/schema/index.ts'
import { formats } from '../../src/schema/compiler/formats.ts'
import { verifies } from '../requirements.ts'

const cases: [format: string, accepts: string[], refuses: string[]][] = [
  [
    'date',
    ['2024-02-29', '2000-02-29'],
    [
      '2023-02-29',
      '1900-02-29',
      '2024-04-31',
      '2024-13-01',
      '2024-00-10',
      '2024-1-1',
      '24-01-01',
      '',
    ],
  ],
  [
    'time',
    ['00:00:00Z', '23:59:59.123+05:30', '23:59:60z', '15:59:60-08:00'],
    ['24:00:00Z', '12:60:00Z', '12:00:00', '12:00Z', '12:00:60Z'],
  ],
  [
    'date-time',
    ['2024-02-29T12:00:00Z', '2024-01-01t00:00:00.5-07:00'],
    ['2024-02-30T12:00:00Z', '2024-01-01 00:00:00Z', '2024-01-01', '2024-01-01T00:00:00'],
  ],
  [
    'duration',
    ['P1Y2M3DT4H5M6S', 'PT36H', 'P2W'],
    ['P', 'PT', 'P1DT', '1D', 'P1Y2W', 'PT0.5S', 'P1H'],
  ],
  [
    'email',
    ['a.b+c@example.com', '"a b"@example.com', 'a@[127.0.0.1]', 'a@localhost'],
    ['a', '@example.com', 'a@', 'a..b@example.com', '.a@example.com', 'a b@example.com'],
  ],
  [
    'hostname',
    ['example.com', 'a', '1-2.x', 'xn--bcher-kva.example'],
    [
      '',
      '-a',
      'a-',
      'a_b',
      'a..b',
      'a.',
      'xn--X',
      '\u212a.com',
      `${'a'.repeat(64)}.com`,
      `${'a.'.repeat(127)}aa`,
    ],
  ],
  [
    'idn-email',
    ['实例@例子.测试', 'a@example.com', '"δ"@example.com', 'a@[127.0.0.1]'],
    ['a', 'a@', 'a@-ä.com', 'a\uff20b.com', 'a..b@ä.com'],
  ],
  [
    'idn-hostname',
    ['example.com', 'bücher.example', '例子。测试', 'xn--bcher-kva.example', 'א׳ב', 'l·l', 'क्‍ष'],
    [
      '',
      'ä.',
      '-ä',
      'ä-',
      'äb--c',
      'a·l',
      'Ä.com',
      '\u0300a',
      'xn--X',
      'xn--a',
      'aא',
      '٠۰',
      'ä'.repeat(64),
      'ä b',
      'x\u200cy',
    ],
  ],
  ['ipv4', ['0.0.0.0', '255.255.255.255'], ['256.0.0.1', '1.2.3', '01.2.3.4', '1.2.3.4.5']],
  [
    'ipv6',
    ['::', '::1', '1:2:3:4:5:6:7:8', 'fe80::1:2', '::ffff:192.0.2.1'],
    [
      '1:2:3:4:5:6:7',
      '1::2::3',
      '12345::',
      '::g',
      ':1',
      '1.2.3.4',
      'fe80::1%eth0',
      '1:2:3:4:5:6:7:8:',
    ],
  ],
  [
    'uri',
    ['https://a.b/c?d=e#f', 'urn:a:b', 'mailto:a@b.c', 'http://[::1]:80/'],
    ['/a', 'a', 'http://a b', 'http://a/é', 'http://a:b/', 'http://[x]/', 'http://a/%zz'],
  ],
  [
    'iri',
    ['https://ä.b/ö?ü=\u{e000}#ß', 'https://a.b/', 'urn:ä'],
    ['/ä', 'ä', 'http://ä b', 'http://a/\u{e000}', 'http://[ä]/', 'http://a/\u007f'],
  ],
  [
    'uuid',
    ['123E4567-e89b-12d3-a456-426614174000'],
    ['123e4567e89b12d3a456426614174000', '{123e4567-e89b-12d3-a456-426614174000}'],
  ],
]

describe('formats', () => {
  it.each(cases)('%s', (format, accepts, refuses) => {
    const { validate } = compileSchema({ format })

    expect(accepts.filter((text) => !validate(text).ok)).toEqual([])
    expect(refuses.filter((text) => validate(text).ok)).toEqual([])
    expect(validate(1).ok).toBe(true)
  })

  it('are all covered above, and match their own examples', () => {
    expect([...formats.keys()].toSorted()).toEqual(cases.map(([format]) => format).toSorted())
    expect([...formats.values()].filter(({ matches, example }) => !matches(example))).toEqual([])
  })

  it('that are unknown are ignored with a warning', () => {
    verifies('validator.formats')
    const { validate, warnings } = compileSchema({ format: 'int64' })

    expect(validate('x').ok).toBe(true)
    expect(warnings).toEqual(['The format "int64" is not supported; its values were accepted'])
  })
})
