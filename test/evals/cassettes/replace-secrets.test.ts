import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { replaceSecrets } from '../../../src/evals/cassettes/replace-secrets.ts'
import { createSecret } from '../../../src/service/platform/ids.ts'
import { verifies } from '../../requirements.ts'

test.each(['connect/lk_', 'approve/al_', '?code=cc_', 'hooks/hk_', 'pbk_', 'pbm_', '/files/'])(
  'secrets of the service that begin with %s get a placeholder, wherever they are',
  (before) => {
    verifies('evals.secrets')
    const [one, other] = [createSecret(before), createSecret(before)]
    const text = (secret: string) =>
      `Open https://tools.example/${secret}, or "${secret}" (until 12:00)`
    const value = (secret: string) => ({ [secret]: [JSON.stringify({ link: text(secret) })] })
    const replaced = replaceSecrets(value(one), [])

    expect(replaced).toEqual(value(`${before}[secret]`))
    expect(replaceSecrets(value(other), [])).toEqual(replaced)
    expect(replaceSecrets(replaced, [])).toEqual(replaced)
  },
)

test.each([
  'https://www.googleapis.com/drive/v3/files/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms',
  'https://api.example/files/report-2026',
  'talk_0123456789abcdefghijklmnop',
  'al_short',
])('what third parties write is kept: %s', (text) => {
  verifies('evals.secrets')
  expect(replaceSecrets({ text }, [])).toEqual({ text })
})

test('the recordings in this repository contain no secret of a service', () => {
  verifies('evals.secrets')
  const files = globSync('{examples,test}/**/{model,result,tools}-*.json', {
    exclude: (name) => name.includes('node_modules'),
  })
  expect(files.length).toBeGreaterThan(50)
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    expect(replaceSecrets(text, []), file).toBe(text)
  }
})
