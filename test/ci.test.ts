import { execFile } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'

const gate = new URL('../.ci/run', import.meta.url).pathname
const thorough = new URL('support/thorough.ts', import.meta.url).href

const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'gate-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const run = (file: string, args: string[], env: Record<string, string> = {}) =>
  promisify(execFile)(file, args, { env: { PATH: process.env['PATH'] ?? '', ...env } }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  )

/** Runs the gate where npm does nothing but leave something out of the tests, and programs are empty. */
const runGate = (args: string[], failing = 'nothing') => {
  const folder = temporaryFolder()
  const bin = join(folder, 'node_modules/.bin')
  const consumers = [
    ...[
      'bundlers',
      'next',
      'durable',
      'embeddings',
      'mastra',
      'claude-agent',
      'deploy',
      'recipe-projects',
      'upgrade',
    ].map((name) => `test/consumers/${name}`),
    'examples/recipes',
  ].map((path) => join(folder, path))
  for (const path of [join(folder, '.ci'), bin, ...consumers]) mkdirSync(path, { recursive: true })
  for (const path of consumers) writeFileSync(join(path, 'prove.ts'), '')
  copyFileSync(gate, join(folder, '.ci/run'))
  const npm = `[ "$1 $TEST_THOROUGH" != "test 1" ] || printf 'kills: 6 of 300\\na sweep\\nkills: 6 of 300\\n' >>"$TEST_LEFT_OUT"\n[ "$*" != "run --silent ${failing}" ]`
  for (const [path, script] of [
    ['.ci/postgres', 'echo postgres://x'],
    ['.ci/chromium', 'echo /chromium'],
    ['.ci/proxies', ''],
    ['node_modules/.bin/npm', npm],
  ] as const) {
    writeFileSync(join(folder, path), `#!/usr/bin/env bash\n${script}\n`, { mode: 0o755 })
  }
  return run('bash', [join(folder, '.ci/run'), ...args], { PATH: `${bin}:${process.env['PATH']}` })
}

const program = `
  const { countByLevel, runsInFull, isThorough } = await import('${thorough}')
  console.log(isThorough, countByLevel('kills', { desk: 1, gate: 6, full: 300 }), countByLevel('alike', { gate: 2, full: 2 }), runsInFull('a sweep'))`

describe('the gate', () => {
  test('ends with what it left out and what it ran', async () => {
    const { code, stdout } = await runGate([])
    expect(stdout).toMatch(
      /\n=== Left out here, run by \.ci\/run --full\n- a sweep\n- an application .+\n- an upgrade .+\n- durable runtimes .+\n- every adapter .+\n- kills: 6 of 300\n- the adapters for Mastra .+\n- the files of examples\/deploy .+\n- the local embedding model .+\n- the recipes for Cloudflare Agents .+\n\n=== Passed in 0 min: Install .+; Types .+; Lint .+; Tests .+; Package .+; Quickstart .+\n$/,
    )
    expect(code).toBe(0)
  })

  test('leaves nothing out in full', async () => {
    const { code, stdout } = await runGate(['--full'])
    expect(stdout).not.toContain('Left out')
    expect(stdout).toMatch(/\n=== Passed in 0 min, at full length: Install .+\n$/)
    expect(code).toBe(0)
  })

  test('stops at a step that fails, and names it', async () => {
    const { code, stdout, stderr } = await runGate([], 'check:package')
    expect({ code, stderr }).toEqual({ code: 1, stderr: '\n=== FAILED with 1: Package\n' })
    expect(stdout).not.toMatch(/Quickstart|Passed/)
  })

  test('refuses an argument that it does not know', async () => {
    expect(await run('bash', [gate, '--ful'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'Unknown argument "--ful". Usage: .ci/run [--full]\n',
    })
  })

  test.each([
    ['', { stdout: 'false 1 2 false\n', leftOut: '' }],
    ['1', { stdout: 'true 6 2 false\n', leftOut: 'kills: 6 of 300\na sweep\n' }],
    ['full', { stdout: 'true 300 2 true\n', leftOut: '' }],
  ])(
    'at TEST_THOROUGH="%s" tries as much as that says, and lists what the gate leaves out',
    async (level, expected) => {
      const list = join(temporaryFolder(), 'list')
      const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], {
        TEST_THOROUGH: level,
        TEST_LEFT_OUT: list,
      })
      expect({ stdout, leftOut: existsSync(list) ? readFileSync(list, 'utf8') : '' }).toEqual(
        expected,
      )
    },
  )

  test('knows no other level', async () => {
    const { code, stderr } = await run(process.execPath, ['--input-type=module', '-e', program], {
      TEST_THOROUGH: 'yes',
    })
    expect(code).toBe(1)
    expect(stderr).toContain('TEST_THOROUGH is 1, as in .ci/run, or full, as in .ci/run --full')
  })
})
