import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'

const run = promisify(execFile)
const gate = new URL('../.ci/run', import.meta.url).pathname
const thorough = new URL('support/thorough.ts', import.meta.url).href

const program = `
  const { countByLevel, runsInFull, isThorough } = await import('${thorough}')
  console.log(isThorough, countByLevel('kills', { desk: 1, gate: 6, full: 300 }), countByLevel('alike', { gate: 2, full: 2 }), runsInFull('a sweep'))`

const runAt = async (level: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'left-out-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const list = join(folder, 'list')
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { env: { ...process.env, TEST_THOROUGH: level, TEST_LEFT_OUT: list } })
  return { stdout: stdout.trim(), leftOut: await readFile(list, 'utf8').catch(() => '') }
}

describe('the gate', () => {
  test('refuses an argument that it does not know', async () => {
    await expect(run('bash', [gate, '--ful'])).rejects.toMatchObject({ code: 2, stderr: 'Unknown argument "--ful". Usage: .ci/run [--full]\n' })
  })

  test.each([
    ['', { stdout: 'false 1 2 false', leftOut: '' }],
    ['1', { stdout: 'true 6 2 false', leftOut: 'kills: 6 of 300\na sweep\n' }],
    ['full', { stdout: 'true 300 2 true', leftOut: '' }],
  ])('at TEST_THOROUGH="%s" tries as much as that says, and lists what the gate leaves out', async (level, expected) => {
    expect(await runAt(level)).toEqual(expected)
  })

  test('knows no other level', async () => {
    await expect(runAt('yes')).rejects.toThrow('TEST_THOROUGH is 1, as in .ci/run, or full, as in .ci/run --full')
  })
})
