import { expect, it } from 'vitest'
import { captureSession, parseCases } from '../../../../src/evals/cases/index.ts'
import { scoreExpected } from '../../../../src/evals/scorers/index.ts'
import { startTracker } from '../../../adapters/start-tracker.ts'
import { verifies } from '../../../requirements.ts'
import { toRun } from '../../to-run.ts'

it('makes a case of what was called in a session', async () => {
  verifies('evals.cases.capture')
  const { plugboard } = await startTracker()
  const session = await plugboard.createSession('ada', { toolkits: ['tracker'] })
  await session.execute('TRACKER_GET_ISSUE', { issue_id: 'WEB-9999' })
  await session.execute('TRACKER_CREATE_ISSUE', { title: 'Broken door' })

  const { cases, notExpressed } = await captureSession(plugboard.client, {
    session: session.id,
    input: 'Report the broken door',
  })
  const [captured] = cases
  if (!captured) throw new Error('No case was captured')

  expect(captured).toMatchObject({
    id: session.id,
    messages: [{ role: 'user', content: 'Report the broken door' }],
    tools: { session: { userId: 'ada', config: { toolkits: { enabled: ['tracker'] } } } },
    expect: { calls: [{ tool: 'TRACKER_CREATE_ISSUE', arguments: { title: 'Broken door' } }] },
    mocks: [{ tool: 'TRACKER_CREATE_ISSUE', result: { title: 'Broken door' } }],
  })
  expect(notExpressed).toEqual([
    {
      id: session.id,
      what: expect.stringMatching(/^the call log_\w+ of TRACKER_GET_ISSUE, which failed: /),
    },
  ])
  expect(parseCases(JSON.parse(JSON.stringify(cases)), 'captured.json')).toEqual(cases)
  const run = toRun(
    captured,
    [[{ tool: 'TRACKER_CREATE_ISSUE', arguments: { title: 'Broken door' } }]],
    { tools: [] },
  )
  expect(scoreExpected(run).every(({ value }) => value === 1)).toBe(true)
  if (
    typeof captured.tools === 'object' &&
    'session' in captured.tools &&
    typeof captured.tools.session === 'object'
  )
    await plugboard.client.sessions.create({
      body: { user_id: 'ada', ...captured.tools.session.config },
    })
})

it('says so where a session has nothing to expect', async () => {
  verifies('evals.cases.capture')
  const { plugboard } = await startTracker()
  const session = await plugboard.createSession('ada')

  expect(await captureSession(plugboard.client, { session: session.id, input: 'x' })).toEqual({
    cases: [],
    notExpressed: [
      { id: session.id, what: 'the whole session: none of its calls can be expected' },
    ],
  })
})
