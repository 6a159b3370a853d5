import { expect, it } from 'vitest'
import { placeCredential } from '../../../src/service/auth-schemes/place-credential.ts'

const cookieOf = (value: string): string | undefined =>
  placeCredential(
    { url: 'https://api.example/', method: 'GET', headers: { cookie: 'theme=dark' } },
    { in: 'cookie', name: 'sid', field: 'sid' },
    value,
  ).headers['cookie']

it.each([
  ['s%3Aabc.d/e+f=', 's%3Aabc.d/e+f='],
  ['7;x', '7%3Bx'],
  ['a b,c"d\\\r\n', 'a%20b%2Cc%22d%5C%0D%0A'],
  ['é\uD800', '%C3%A9%EF%BF%BD'],
])('a cookie is sent as it was issued, without what a cookie cannot hold: %j', (value, sent) => {
  expect(cookieOf(value)).toBe(`theme=dark; sid=${sent}`)
})
