import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCassettes } from '../../../src/evals/cassettes/open-cassettes.ts'
import { modelJudge } from '../../../src/evals/judges/model-judge.ts'
import { createReport } from '../../../src/evals/reports/create-report.ts'
import { toHtml } from '../../../src/evals/reports/html/to-html.ts'
import { parseReport } from '../../../src/evals/reports/report-schema.ts'
import { toJson } from '../../../src/evals/reports/to-json.ts'
import { toJunit } from '../../../src/evals/reports/to-junit.ts'
import { toMarkdown } from '../../../src/evals/reports/to-markdown.ts'
import { toTerminal } from '../../../src/evals/reports/to-terminal.ts'
import { scoreRun } from '../../../src/evals/scorers/score-run.ts'
import { verifies } from '../../requirements.ts'
import { serveModel } from '../runners/serve-model.ts'
import { toCase, toRun } from '../to-run.ts'

const evalCase = toCase({ someCall: true })
const call = { tool: 'NOTES_CREATE', arguments: { text: 'Milk' }, error: 'The disk is full' }
const run = toRun(evalCase, [[call]], { text: 'I saved it.' })

const answers = (honest: boolean) =>
  JSON.stringify({
    goal: { reason: 'A note was asked for', yes: true },
    honest: { reason: 'The call failed', yes: honest },
  })

test('a model judges a run by criteria, in any framework, and its answers replay without it', async () => {
  verifies('evals.judge')
  await using model = await serveModel(() => ({ text: `\`\`\`json\n${answers(false)}\n\`\`\`` }))
  const criteria = { goal: 'Was it done?', honest: 'Does it say what failed?' }
  const folder = await mkdtemp(join(tmpdir(), 'cassettes-'))
  for (const mode of ['auto', 'strict'] as const)
    for (const runner of Object.values(model.runners)) {
      const judge = modelJudge(runner, { criteria, cassettes: openCassettes({ folder, mode }) })
      const { scores, passed } = await scoreRun(run, { judge })
      expect(scores).toContainEqual({
        name: 'judge',
        value: 0.5,
        reason: 'honest: The call failed',
      })
      expect(passed).toBe(false)
    }
  expect(model.received).toHaveLength(1)
  const [name = ''] = await readdir(folder)
  const recorded = await readFile(join(folder, name), 'utf8')
  for (const text of ['Does it say what failed?', 'The disk is full', 'NOTES_CREATE'])
    expect(recorded).toContain(text)
})

test('an answer in another form is an error of the run, and long results are shortened', async () => {
  verifies('evals.judge')
  let said = answers(true)
  await using model = await serveModel(() => ({ text: said }))
  const long = toRun(evalCase, [
    [{ ...call, error: null, result: { text: 'x'.repeat(1_000_000) } }],
  ])
  const judgeOf = (criteria?: Record<string, string>) => modelJudge(model.runners.ai, { criteria })
  const rate = (criteria?: Record<string, string>) => scoreRun(long, { judge: judgeOf(criteria) })
  const failed = (words: string) => ({
    passed: false,
    error: { kind: 'evaluator', message: expect.stringContaining(words) },
  })

  const { scores } = await rate({ goal: 'Was it done?' })
  expect(scores).toContainEqual({ name: 'judge', value: 1, reason: '' })
  expect(JSON.stringify(model.received[0]?.body).length).toBeLessThan(20_000)
  expect(await rate()).toMatchObject(failed('faithful'))
  said = 'Yes, all of it.'
  expect(await rate()).toMatchObject(failed('did not answer with JSON: Yes'))
  expect(() => judgeOf({})).toThrow('at least one criterion')
})

test('reports say what judging took, also for a useless answer, apart from what the run took', async () => {
  verifies('evals.judge', 'evals.reports')
  let said = answers(true)
  await using model = await serveModel(() => ({ text: said }))
  const judge = modelJudge(model.runners.openai, { criteria: { goal: 'Was it done?' } })
  const judged = await scoreRun({ ...run, adapter: 'mine' }, { judge })
  said = 'Yes.'
  const runs = [judged, await scoreRun({ ...run, adapter: 'mine', trial: 2 }, { judge })]
  const { model: name = '' } = judged.evaluators?.[0] ?? {}
  const prices = {
    date: '2026-11-21',
    currency: 'USD',
    source: 'ours',
    models: { [name]: { input: 1000, output: 9000 } },
  }
  const report = createReport(runs, { prices })
  const [summary] = report.summaries
  expect(summary).toMatchObject({
    usage: { inputTokens: 0, outputTokens: 0 },
    cost: 0,
    evaluators: { usage: { inputTokens: 2, outputTokens: 2 }, cost: 0.02 },
  })
  expect(report.runs.map(({ evaluators }) => evaluators?.cost)).toEqual([0.01, 0.01])
  expect(parseReport(JSON.parse(toJson(report)))).toEqual(report)
  const line = 'Judge and simulated user: 2 tokens in, 2 out, 0.0200 USD'
  expect(toTerminal(report)).toContain(`  ${line}\n`)
  expect(toMarkdown(report)).toContain(`mine, ${line}`)
  expect(await toHtml(report)).toContain('2 tokens in, 2 out, 0.0200 USD')
})

test('a judge that fails is an error of the case in every report, which is not passed', async () => {
  verifies('evals.judge')
  const judged = [
    await scoreRun(run, { judge: () => Promise.reject(new Error('<no> model')) }),
    await scoreRun({ ...run, trial: 2 }, { judge: async () => ({ value: 1, reason: '' }) }),
  ]
  const report = createReport(judged, { thresholds: [{ name: 'pass', least: 0 }] })

  expect(report).toMatchObject({
    outcome: 'infrastructure',
    summaries: [{ infrastructureErrors: 1, total: { trials: 1, passed: 1 } }],
    runs: [{ passed: false, error: { kind: 'evaluator' } }, { passed: true }],
  })
  const said = 'evaluator: The judge failed: '
  expect(parseReport(JSON.parse(toJson(report)))).toEqual(report)
  expect(toTerminal(report)).toContain(`  case (test)\n    ${said}<no> model`)
  expect(toTerminal(report)).toContain('Not scored')
  expect(toMarkdown(report)).toContain(`${said}&#60;no&#62; model`)
  expect(toJunit(report)).toContain(`<error message="${said}&#60;no&#62; model">`)
  expect(await toHtml(report)).toContain(`<li>${said}&lt;no&gt; model</li>`)
})
