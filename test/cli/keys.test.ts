import { readFileSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createRootKey, parseKeyRing } from '../../src/service/platform/secrets/index.ts'
import { isThorough } from '../support/thorough.ts'
import { runCli, startDev, temporaryFolder } from './run-cli.ts'

const dataKeys = (folder: string): string[] => {
  const file = new DatabaseSync(join(folder, 'plugboard.db'), { readOnly: true })
  try {
    return file
      .prepare('select data_key from projects')
      .all()
      .map((row) => String(row['data_key']))
  } finally {
    file.close()
  }
}

test.runIf(isThorough)(
  'puts a new root key before the former one into the data folder, and the next start moves the project under it',
  async () => {
    const folder = temporaryFolder()
    const first = await startDev(['--data', folder, '--sample'])
    await runCli([
      'connect',
      'tracker',
      '--user',
      'ada',
      '--value',
      `generic_api_key=${first.sample?.trackerApiKey}`,
      '--data',
      folder,
    ])
    await first.stop()
    const former = readFileSync(join(folder, 'root.key'), 'utf8').trim()

    const rotated = await runCli(['keys', 'rotate', '--data', folder])

    expect(rotated).toMatchObject({ code: 0, stderr: '' })
    expect(rotated.stdout).toContain('version 2')
    const ring = readFileSync(join(folder, 'root.key'), 'utf8').trim()
    expect(ring).toMatch(/^2:[A-Za-z0-9+/]{43}=,1:/)
    expect(ring.endsWith(`,${former}`)).toBe(true)
    expect(rotated.stdout).not.toContain(ring.slice(2, 20))
    expect(statSync(join(folder, 'root.key')).mode & 0o777).toBe(0o600)

    await startDev(['--data', folder, '--sample'])
    await expect
      .poll(() => dataKeys(folder).map((text) => text.slice(0, 5)), { timeout: 60_000 })
      .toEqual(['v1.2.'])
    const executed = await runCli([
      'tools',
      'execute',
      'TRACKER_GET_CURRENT_USER',
      '--user',
      'ada',
      '--data',
      folder,
    ])
    expect(executed).toMatchObject({ code: 0, stderr: '' })
    expect(executed.stdout).toContain('Ada Okafor')
  },
)

test('makes an entry for the root keys of the environment, and tells in which order it goes to the nodes', async () => {
  const former = createRootKey()
  const environment = { PLUGBOARD_ROOT_KEYS: `7:${former}`, PLUGBOARD_DATA: temporaryFolder() }

  const { code, stdout } = await runCli(['keys', 'rotate'], { environment })

  expect(code).toBe(0)
  expect(stdout).not.toContain(former)
  const [entry = ''] = /8:[A-Za-z0-9+/]{43}=/.exec(stdout) ?? []
  expect(parseKeyRing(`${entry},${environment.PLUGBOARD_ROOT_KEYS}`).current.version).toBe('8')
  expect(stdout).toMatch(
    /1\. .*append it to PLUGBOARD_ROOT_KEYS[^]+2\. .*to the front[^]+3\. .*remove version 7/,
  )

  const json = await runCli(['keys', 'rotate', '--json'], { environment })
  expect(JSON.parse(json.stdout)).toEqual({
    version: '8',
    entry: expect.stringMatching(/^8:/),
    in_place: false,
  })
})

test('says where it looked for root keys, and what is wrong with them', async () => {
  const missing = await runCli(['keys', 'rotate', '--data', temporaryFolder()])
  expect(missing).toMatchObject({ code: 1, stdout: '' })
  expect(missing.stderr).toContain('PLUGBOARD_ROOT_KEYS is not set')

  const broken = await runCli(['keys', 'rotate'], {
    environment: { PLUGBOARD_ROOT_KEYS: '1:c2hvcnQ=' },
  })
  expect(broken).toMatchObject({ code: 1, stdout: '' })
  expect(broken.stderr).toContain('has 5 bytes instead of 32')
})
