import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { isThorough } from '../support/thorough.ts'
import { startDev, temporaryFolder } from './run-cli.ts'

const cli = fileURLToPath(new URL('../../src/cli/index.ts', import.meta.url))

/** Of util-linux: runs a command on a terminal of its own. */
const hasTerminal = spawnSync('script', ['--version']).status === 0
if (!hasTerminal)
  console.warn('skipped: "script" of util-linux is not there for tests on a terminal')

/** Runs the command line on a terminal with 80 columns, and types when a pattern was shown. */
const runOnTerminal = async (args: string[], shown = /^$/, typed = '') => {
  const command = `stty cols 80 rows 40; exec '${process.execPath}' '${cli}' ${args.map((each) => `'${each}'`).join(' ')}`
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    cwd: tmpdir(),
    env: { PATH: process.env['PATH'] ?? '', NO_COLOR: '1', SHELL: '/bin/sh', TERM: 'xterm' },
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const before = shown.test(output)
    output += chunk
    if (!before && shown.test(output)) child.stdin.write(typed)
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output: output.replaceAll('\r', '') }
}

test.runIf(hasTerminal)('on a terminal, tables fit it and questions can be left', async () => {
  const data = temporaryFolder()
  await startDev(['--sample', '--data', data])

  const list = await runOnTerminal(['toolkits', '--data', data])
  const [titles = '', ...rows] = list.output.trim().split('\n')
  expect(titles).toMatch(/^TOOLKIT +TOOLS +VERSION +AUTH +DESCRIPTION$/)
  expect(rows).toHaveLength(3)
  for (const row of rows) expect(row.length).toBeLessThanOrEqual(80)

  const connect = ['connect', 'tracker', '--user', 'ada', '--data', data]
  for (const key of isThorough ? ['\u0004', '\u0003'] : ['\u0004']) {
    const { code, output } = await runOnTerminal(connect, /API key/, key)
    expect(code, output).toBe(130)
    expect(output).toContain('Nothing was stored')
    expect(output).not.toContain('unsettled')
  }
  const remove = ['toolkits', 'delete', 'echo', '--data', data]
  if (isThorough) {
    expect(await runOnTerminal(remove, /Yes.*No/, '\u0004')).toMatchObject({ code: 130 })
    expect(await runOnTerminal(remove, /Yes.*No/, 'n')).toMatchObject({ code: 1 })
  }
  expect(await runOnTerminal(remove, /Yes.*No/, 'y')).toMatchObject({
    code: 0,
    output: expect.stringContaining('Deleted the toolkit "echo"'),
  })
})
