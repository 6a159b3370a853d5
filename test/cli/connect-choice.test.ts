import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifies } from '../requirements.ts'
import { acme, beta, startLookUps, type LookUps } from '../service/accounts/start-look-ups.ts'
import { runCli } from './run-cli.ts'

let world: LookUps
beforeAll(async () => {
  world = await startLookUps()
})
afterAll(() => world.close())

const connect = (slug: string, ...values: string[]) =>
  runCli(
    [
      'connect',
      slug,
      '--user',
      'ada',
      ...['generic_api_key=key-with-several-0123', ...values].flatMap((value) => [
        '--value',
        value,
      ]),
    ],
    {
      environment: {
        PLUGBOARD_BASE_URL: world.service.url,
        PLUGBOARD_API_KEY: world.service.apiKey,
      },
    },
  )

test('connects with a key that only a look-up is made with', async () => {
  verifies('accounts.look-ups')
  const slug = await world.importSites({ account: { verification: undefined } })
  world.sites.set('key-with-several-0123', [acme])
  expect(await connect(slug)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('not verified: the toolkit names no request for that'),
  })
})

test('names the choices that an account has, and connects it with the options of one', async () => {
  verifies('accounts.look-ups.offered')
  const slug = await world.importSites()
  world.sites.set('key-with-several-0123', [
    acme,
    beta,
    { id: '$(touch owned)', name: 'Evil' },
    { id: "it's", name: 'Quoted' },
  ])
  const refused = await connect(slug)
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toContain('several to choose from: Site')
  expect(refused.stderr).toContain("- --value 'cloud_id=beta-2' is Beta\n")
  // What an API wrote is nothing that a shell would run.
  expect(refused.stderr).toContain(String.raw`- --value 'cloud_id=it'\''s' is Quoted`)
  expect(refused.stderr).not.toContain('owned')
  const connected = await connect(slug, 'cloud_id=beta-2')
  expect(connected).toMatchObject({ code: 0, stderr: '' })
  expect(connected.stdout).toMatch(/^Connected sites\d+ for ada as ada \(ACTIVE\)/)
})
