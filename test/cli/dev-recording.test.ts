import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { connectTracker } from '../../examples/support/connect-tracker.ts'
import { createClient } from '../../src/client/index.ts'
import { verifies } from '../requirements.ts'
import { runCli, startDev, temporaryFolder, type Ready } from './run-cli.ts'

const createIssue = async ({ url, apiKey }: Ready) => {
  const { data } = await createClient({ baseUrl: url, apiKey }).tools.execute({
    params: { tool_slug: 'TRACKER_CREATE_ISSUE' },
    body: { user_id: 'ada', arguments: { title: 'The door is broken' } },
  })
  return data['id']
}

test('records what third parties answer, and replays it in their place', async () => {
  verifies('execution.record')
  const [data, recordings] = [temporaryFolder(), temporaryFolder()]
  const recorder = await startDev(['--data', data, '--sample', '--record', recordings])
  const client = createClient({ baseUrl: recorder.url, apiKey: recorder.apiKey })
  await connectTracker(client, recorder.sample?.trackerApiKey ?? '')
  const id = await createIssue(recorder)
  await recorder.stop()
  expect(id).toEqual(expect.any(String))
  expect(readdirSync(recordings)).toEqual([expect.stringMatching(/^tracker%20ada~ca_/)])

  // The tracker would make another issue.
  const replayer = await startDev(['--data', data, '--sample', '--replay', recordings])
  expect([await createIssue(replayer), await createIssue(replayer)]).toEqual([id, id])

  const both = await runCli(['dev', '--data', data, '--record', recordings, '--replay', recordings])
  expect(both).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      "'--replay <folder>' cannot be used with option '--record <folder>'",
    ),
  })
})
