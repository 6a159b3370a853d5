import { expect, it } from 'vitest'
import { withoutSecrets } from '../../../../../src/service/platform/outbound/recording/without-secrets.ts'

const secret = 'q7F/x+9aZk2/LmN=='

it.each([
  ['as it is', `{"sent":"${secret}"}`],
  ['as PHP writes JSON', `{"sent":"${secret.replaceAll('/', '\\/')}"}`],
  ['as .NET writes JSON', `{"sent":"${secret.replaceAll('+', '\\u002B')}"}`],
])('a secret that an API repeats %s is not recorded', (_name, text) => {
  expect(withoutSecrets(text, [secret])).toBe('{"sent":"[redacted]"}')
  expect(withoutSecrets(`event: a\ndata: ${text}\n\n`, [secret])).toBe(
    'event: a\ndata: {"sent":"[redacted]"}\n\n',
  )
})

it('what has none is recorded as it came', () => {
  const text = '{ "id": 12345678901234567890,\n  "name": "\\/" }'
  expect(withoutSecrets(text, [secret])).toBe(text)
  expect(withoutSecrets('data: none\n', [secret])).toBe('data: none\n')
  expect(withoutSecrets('{"access_token":"abc"}', [])).toBe('{"access_token":"[redacted]"}')
})
