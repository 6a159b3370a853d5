import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { verifies } from '../requirements.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = `${root}/examples/eval-harness/recordings`

test('the harness replays forty cases in each framework, which agree, and reaches its thresholds', async () => {
  verifies('evals.harness')
  // Without a key, and with a proxy that is not there: a request would fail.
  const env = {
    PATH: process.env['PATH'] ?? '',
    NODE_USE_ENV_PROXY: '1',
    HTTPS_PROXY: 'http://127.0.0.1:9',
  }
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['-C', 'plugboard-source', 'examples/eval-harness/run.ts'],
    { cwd: root, env },
  )

  for (const adapter of ['ai', 'langchain', 'openai'])
    expect(stdout).toContain(`${adapter}: 37 of 40 runs passed`)
  expect(stdout.match(/^ {2}\S+ \(ai, langchain, openai\)$/gm)).toHaveLength(3)
  expect(stdout).toContain('The adapters agree in all 40 compared runs')
  expect(stdout).toMatch(/\nPassed\n$/)
})

test('its recordings hold no header and no key', () => {
  verifies('evals.harness')
  const names = readdirSync(folder)
  expect(names.length).toBeGreaterThan(40)
  for (const name of names)
    expect(readFileSync(`${folder}/${name}`, 'utf8'), name).not.toMatch(
      /authorization|bearer |api[_-]?key|pbk_|trk_/i,
    )
})
