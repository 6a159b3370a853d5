import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRunners } from '../../src/cli/eval/open-runners.ts'
import { parseCount } from '../../src/cli/eval/parse-count.ts'
import { planReports } from '../../src/cli/eval/plan-reports.ts'
import { verifies } from '../requirements.ts'
import { runCli } from './run-cli.ts'

const cli = fileURLToPath(new URL('../../src/cli/index.ts', import.meta.url))
const harness = fileURLToPath(new URL('../../examples/eval-harness', import.meta.url))
const replay = ['--mode', 'strict', '--cassettes', `${harness}/recordings`]

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eval-command-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('runs cases with a model, writes every form of report, and compares with the last one', async () => {
  verifies('evals.command', 'evals.thresholds')
  const paths = ['json', 'xml', 'md', 'html'].map((ending) =>
    join(folder, 'reports', `report.${ending}`),
  )
  const files = ['eval', `${harness}/cases/reading.yaml`, `${harness}/cases/restraint.yaml`]
  const first = await runCli([
    ...files,
    '--model',
    'scripted',
    ...replay,
    ...paths.flatMap((path) => ['--report', path]),
  ])

  expect(first.code).toBe(1)
  expect(first.stdout).toContain('openai: 18 of 20 runs passed, 90 %')
  expect(first.stderr).toMatch(/^\d+ of 20 {2}not passed: list-second-page \(openai\)$/m)
  const written = await Promise.all(paths.map((path) => readFile(path, 'utf8')))
  expect(written.map((text) => text.slice(0, 9))).toEqual([
    '{\n  "vers',
    '<?xml ver',
    '## Evalua',
    '<!doctype',
  ])

  const second = await runCli([
    ...files,
    '--model',
    'scripted',
    ...replay,
    '--threshold',
    '0.9',
    '--threshold',
    'tag:restraint=0.7',
    '--baseline',
    paths[0] ?? '',
    '--prices',
    `${harness}/prices.json`,
  ])
  expect(second).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(
      'openai compared with the baseline, over 20 cases: 90 % before, 90 % now',
    ),
  })
  expect(second.stdout).toMatch(/^ {2}\d+ tokens in, \d+ out, \d\.\d{4} USD$/m)
})

test('takes runners of a file, and exits with 2 where runs could not be scored', async () => {
  verifies('evals.command', 'evals.thresholds')
  const cases = join(folder, 'new.jsonl')
  await writeFile(
    cases,
    `${JSON.stringify({ id: 'new', input: 'Nobody recorded this', expect: { noCall: true } })}\n`,
  )
  const { code, stdout } = await runCli(
    [
      'eval',
      'run',
      cases,
      '--runners',
      `${harness}/runners.ts`,
      '--adapter',
      'langchain',
      '--threshold',
      '0',
      ...replay,
    ],
    { environment: { NODE_OPTIONS: '--conditions=plugboard-source' } },
  )

  expect(stdout).toContain('new (langchain)\n    replay-miss: No recorded answer')
  expect(code).toBe(2)
})

test('writes its reports and keeps its exit code where nobody reads its output', async () => {
  verifies('evals.command')
  const path = join(folder, 'unread.json')
  const words = [`${harness}/cases/reading.yaml`, '--model', 'scripted', '--report', path]
  const child = spawn(process.execPath, [cli, 'eval', ...words, ...replay], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  child.stdout.destroy()
  expect(await once(child, 'exit')).toEqual([1, null])
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ outcome: 'below-thresholds' })
})

test('refuses what it cannot do in words, with 2', async () => {
  verifies('evals.command')
  expect(await runCli(['eval', 'cases.yaml', '--modle', 'scripted'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("unknown option '--modle'"),
  })
  expect(await runCli(['eval', 'cases.yaml', '--trials', '0'])).toMatchObject({ code: 2 })
  expect(await runCli(['eval', 'run', '--help'])).toMatchObject({ code: 0 })
  const { code, stderr } = await runCli([
    'eval',
    `${harness}/README.md`,
    '--model',
    'scripted',
    ...replay,
  ])
  expect(stderr).toContain('the extension of a case file')
  expect(code).toBe(2)

  await writeFile(
    join(folder, 'prices.json'),
    JSON.stringify({ currency: 'USD', source: 'ours', models: {} }),
  )
  const priced = await runCli([
    'eval',
    `${harness}/cases/reading.yaml`,
    '--model',
    'scripted',
    ...replay,
    '--prices',
    join(folder, 'prices.json'),
  ])
  expect(priced).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /prices\.json cannot be used[^]*This is not a price file[^]*date/,
    ),
  })

  const options = {
    data: '',
    trials: 1,
    concurrency: 1,
    mode: 'auto',
    cassettes: folder,
    user: 'evals',
  } as const
  await expect(openRunners(options)).rejects.toThrow('No model or runners to evaluate')
  await expect(openRunners({ ...options, model: 'one', runners: 'two.ts' })).rejects.toThrow(
    'No model or runners to evaluate',
  )
  await expect(openRunners({ ...options, model: 'one' })).rejects.toThrow(
    'No key for the model one',
  )
  await expect(
    openRunners({ ...options, model: 'one', baseUrl: 'http://127.0.0.1:9', adapter: ['ai'] }),
  ).rejects.toThrow('No runner ai')
  expect(() => planReports(['report.pdf'])).toThrow(
    'The extension of report.pdf is not that of a report',
  )
  expect(() => parseCount('0')).toThrow('from 1 to 1000')
})
