import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCassettes } from '../../../src/evals/cassettes/open-cassettes.ts'
import { modelJudge } from '../../../src/evals/judges/model-judge.ts'
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

test('an answer in another form is no verdict, and long results are shortened', async () => {
  verifies('evals.judge')
  let said = answers(true)
  await using model = await serveModel(() => ({ text: said }))
  const long = toRun(evalCase, [
    [{ ...call, error: null, result: { text: 'x'.repeat(1_000_000) } }],
  ])
  const judgeOf = (criteria?: Record<string, string>) => modelJudge(model.runners.ai, { criteria })
  const rate = async (criteria?: Record<string, string>) =>
    (await scoreRun(long, { judge: judgeOf(criteria) })).scores.find(({ name }) => name === 'judge')

  expect(await rate({ goal: 'Was it done?' })).toEqual({ name: 'judge', value: 1, reason: '' })
  expect(JSON.stringify(model.received[0]?.body).length).toBeLessThan(20_000)
  expect(await rate()).toMatchObject({ value: null, reason: expect.stringContaining('faithful') })
  said = 'Yes, all of it.'
  expect(await rate()).toMatchObject({
    value: null,
    reason: expect.stringContaining('did not answer with JSON: Yes'),
  })
  expect(() => judgeOf({})).toThrow('at least one criterion')
})
