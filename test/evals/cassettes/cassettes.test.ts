import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCassettes } from '../../../src/evals/cassettes/open-cassettes.ts'
import type { CaseTool } from '../../../src/evals/types.ts'
import { verifies } from '../../requirements.ts'
import { key, serveModel, weatherCase } from '../runners/serve-model.ts'

const newFolder = () => mkdtemp(join(tmpdir(), 'cassettes-'))

const ownTool = (type: string): CaseTool[] => [
  {
    name: 'notes_get',
    description: 'Notes',
    inputSchema: { type: 'object', properties: { page: { type } } },
  },
]

test('a changed tool makes exactly its cases miss, and says what differs from what was recorded', async () => {
  verifies('evals.miss')
  await using model = await serveModel(() => ({ text: 'Yes.' }))
  const folder = await newFolder()
  const suite = (type: string) => [
    weatherCase('one'),
    weatherCase('two', { tools: ownTool(type) }),
    weatherCase('three', { tools: [...ownTool(type), ...(weatherCase('').tools as CaseTool[])] }),
  ]
  for (const evalCase of suite('integer'))
    await model.runners.ai.run(evalCase, { cassettes: openCassettes({ folder }) })

  const cassettes = openCassettes({ folder, mode: 'strict' })
  for (const runner of Object.values(model.runners)) {
    const errors = await Promise.all(
      suite('string').map(async (evalCase) => (await runner.run(evalCase, { cassettes })).error),
    )
    expect(errors.map((error) => error?.kind)).toEqual([undefined, 'replay-miss', 'replay-miss'])
    expect(errors[1]?.message).toMatch(
      /^No recorded answer of "scripted" \(model-\w+\.json\)\. The nearest is model-\w+\.json, which differs in:\n- tools\.notes_get\.inputSchema\.properties\.page\.type: recorded "integer", now "string"\nRecord it with the mode "auto"$/,
    )
  }
  expect(model.received).toHaveLength(3)
})

test('the order of keys and tools, blanks in results and ids of calls ask nothing else', async () => {
  verifies('evals.replay')
  await using model = await serveModel(() => ({ text: 'Yes.' }))
  const cassettes = openCassettes({ folder: await newFolder() })
  const asked = (id: string, content: string, tools: CaseTool[]) =>
    weatherCase('same', {
      tools,
      messages: [
        { role: 'user', content: 'Look' },
        {
          role: 'assistant',
          content: '',
          calls: [{ id, tool: 'notes_get', arguments: { page: 1 } }],
        },
        { role: 'tool', callId: id, content },
        { role: 'user', content: 'And?' },
      ],
    })
  const other: CaseTool = { name: 'a_get', inputSchema: { properties: {}, type: 'object' } }
  await model.runners.langchain.run(
    asked('call_x', '{"a":1,"b":2}', [...ownTool('integer'), other]),
    { cassettes },
  )
  const runs = await Promise.all(
    Object.values(model.runners).map((runner) =>
      runner.run(
        asked('call_y', '{ "b": 2, "a": 1 }', [
          { ...other, inputSchema: { type: 'object', properties: {} } },
          ...ownTool('integer'),
        ]),
        { cassettes },
      ),
    ),
  )

  expect(runs.map(({ text, error }) => error ?? text)).toEqual(runs.map(() => 'Yes.'))
  expect(model.received).toHaveLength(1)
})

test('neither keys nor headers nor given secrets are written', async () => {
  verifies('evals.secrets')
  await using model = await serveModel(() => ({ text: 'The password is opensesame "now", sir' }))
  const planted = weatherCase('secret', {
    messages: [{ role: 'user', content: 'Use opensesame "now" to get in' }],
  })
  for (const stream of [false, true]) {
    for (const runner of Object.values(model.runners)) {
      const folder = await newFolder()
      const options = { folder, secrets: ['opensesame "now"'] }
      const live = await runner.run(planted, { cassettes: openCassettes(options), stream })
      expect(live).toMatchObject({ text: 'The password is opensesame "now", sir' })
      const texts = await Promise.all(
        (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
      )
      expect(texts).toHaveLength(1)
      for (const secret of [key, 'planted', 'opensesame', 'Bearer', 'authorization', '127.0.0.1'])
        expect(texts.join()).not.toContain(secret)
      // The same secret asks the same; it is not in the answer any more.
      expect(
        await runner.run(planted, { cassettes: openCassettes({ ...options, mode: 'strict' }) }),
      ).toMatchObject({ text: 'The password is [secret], sir' })
    }
  }
  expect(
    model.received.every(
      ({ headers }) =>
        (headers['authorization'] ?? headers['x-api-key'] ?? headers['x-goog-api-key'])?.endsWith(
          key,
        ) && headers['x-planted'] === 'planted-header',
    ),
  ).toBe(true)
})

test('the modes: record asks anew once for all adapters, off writes nothing, each trial has a recording of its own', async () => {
  verifies('evals.replay')
  let number = 0
  await using model = await serveModel(() => ({ text: `Answer ${(number += 1)}` }))
  const folder = await newFolder()
  const [one, two, three] = Object.values(model.runners)
  const runAll = async (mode: 'auto' | 'record' | 'off', trial = 1) => {
    const cassettes = openCassettes({ folder, mode })
    return (
      await Promise.all(
        [one, two, three].map((runner) => runner?.run(weatherCase('modes'), { cassettes, trial })),
      )
    ).map((run) => run?.text)
  }

  expect(await runAll('auto')).toEqual(['Answer 1', 'Answer 1', 'Answer 1'])
  expect(await runAll('auto', 2)).toEqual(['Answer 2', 'Answer 2', 'Answer 2'])
  expect(await runAll('record')).toEqual(['Answer 3', 'Answer 3', 'Answer 3'])
  expect(new Set(await runAll('off'))).toEqual(new Set(['Answer 4', 'Answer 5', 'Answer 6']))
  expect(await runAll('auto')).toEqual(['Answer 3', 'Answer 3', 'Answer 3'])
  expect(await readdir(folder)).toHaveLength(2)
})

test('a damaged recording is named, and is no answer of the model', async () => {
  verifies('evals.replay')
  await using model = await serveModel(() => ({ text: 'Yes.' }))
  const folder = await newFolder()
  await model.runners.openai.run(weatherCase('damaged'), { cassettes: openCassettes({ folder }) })
  const [name = ''] = await readdir(folder)
  await writeFile(join(folder, name), '{"version": 9}')

  const { error } = await model.runners.ai.run(weatherCase('damaged'), {
    cassettes: openCassettes({ folder, mode: 'strict' }),
  })
  expect(error).toMatchObject({
    kind: 'infrastructure',
    message: expect.stringContaining(`${name} is not a recording of this version`),
  })
})

test('the mode "off" repeats nothing', async () => {
  const cassettes = openCassettes({ folder: await newFolder(), mode: 'off' })
  let calls = 0
  const question = { case: 'one', trial: 1, tool: 'T', arguments: {}, occurrence: 1 } as never
  const ask = () => cassettes.result(question, async () => ({ count: (calls += 1) }) as never)
  expect([await ask(), await ask()]).toEqual([{ count: 1 }, { count: 2 }])
})

test('several of one process write the same folder', async () => {
  const folder = await newFolder()
  const wanted = { session: 'ada' } as never
  await Promise.all(
    Array.from({ length: 40 }, () => openCassettes({ folder }).tools(wanted, async () => [])),
  )
  expect(await readdir(folder)).toHaveLength(1)
})
