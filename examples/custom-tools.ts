/**
 * Custom tools next to the service's tools: one that only this process can run, one that acts as
 * the user, one that answers a picture, and a hook around all calls.
 *
 *     node -C plugboard-source examples/custom-tools.ts
 *
 * Everything runs on this machine. No model is needed: the program makes the calls that an agent
 * would make.
 */
import assert from 'node:assert/strict'
import { customTool, Plugboard } from 'plugboard'
import { z } from 'zod'
import { findIssues } from './support/find-issues.ts'
import { startPlayground } from './support/start-playground.ts'
import { step } from './support/step.ts'

step("Start a service with a sample issue tracker, and connect ada's account")
await using service = await startPlayground()
const plugboard = new Plugboard({ baseUrl: service.url, apiKey: service.apiKey })
const { auth_config } = await plugboard.client.authConfigs.create({
  body: { toolkit: { slug: 'tracker' } },
})
await plugboard.client.connectedAccounts.create({
  body: {
    auth_config: { id: auth_config.id },
    connection: {
      user_id: 'ada',
      state: { authScheme: 'API_KEY', val: { generic_api_key: service.tracker.apiKey } },
    },
  },
})

step('Define three custom tools')
const rota = { 'on weekdays': 'bruno', 'at the weekend': 'chioma' }
const findOnCall = customTool({
  slug: 'find_on_call',
  description: 'Returns which colleague is on call',
  input: z.object({ when: z.enum(['on weekdays', 'at the weekend']).default('on weekdays') }),
  annotations: { readOnlyHint: true },
  execute: ({ when }) => ({ username: rota[when] }),
})
const countIssues = customTool({
  slug: 'count_issues',
  description: 'Counts the open issues of a colleague in the tracker',
  extendsToolkit: 'tracker',
  input: z.object({ username: z.string() }),
  execute: async ({ username }, { session, signal, connectedAccount }) => {
    const parameters = [
      { name: 'assignee', value: username, type: 'query' as const },
      { name: 'state', value: 'open', type: 'query' as const },
    ]
    const { data } = await session.proxyExecute(
      {
        toolkit_slug: 'tracker',
        endpoint: '/issues',
        method: 'GET',
        parameters,
        account: connectedAccount?.id,
      },
      { signal },
    )
    return { open: z.object({ issues: z.array(z.unknown()) }).parse(data).issues.length }
  },
})
const square = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const drawRota = customTool({
  slug: 'draw_rota',
  description: 'Draws who is on call, as a picture',
  input: z.object({}),
  execute: () => ({ file: new File([square], 'rota.png', { type: 'image/png' }) }),
})

step(
  'Create a session with these tools, and a hook that puts every new issue into the project "billing"',
)
const session = await plugboard.createSession('ada', {
  customTools: [findOnCall, countIssues, drawRota],
  beforeExecute: ({ slug, arguments: given }) =>
    slug === 'TRACKER_CREATE_ISSUE' ? { arguments: { ...given, project: 'billing' } } : undefined,
})

step('Find the tools by search')
const found = await session.search('who is on call')
console.log(found.results[0]?.primary_tool_slugs.join(', '))
assert(
  found.tools.some(({ slug }) => slug === 'LOCAL_FIND_ON_CALL'),
  'the search finds the custom tool',
)

step('Call them together with remote tools: custom tools run here, the others in the service')
const { data } = await session.execute('SVC_MULTI_EXECUTE_TOOL', {
  tools: [
    { tool_slug: 'LOCAL_FIND_ON_CALL', arguments: { when: 'at the weekend' } },
    {
      tool_slug: 'TRACKER_CREATE_ISSUE',
      arguments: { title: 'The invoice printer is on fire', assignee: 'chioma' },
    },
  ],
})
console.log(
  JSON.stringify(data['results'], ['tool_slug', 'successful', 'data', 'username', 'id', 'project']),
)
const [issue] = await findIssues(service.tracker, 'printer')
assert.equal(data['failed'], 0)
assert(issue?.id.startsWith('BILLING-'), 'the hook chose the project')

step('Run the tool that extends the tracker as ada; invalid arguments are returned as an error')
const counted = await session.execute('LOCAL_TRACKER_COUNT_ISSUES', { username: 'chioma' })
console.log(counted.data)
assert(Number(counted.data['open']) > 0)
console.log((await session.execute('LOCAL_FIND_ON_CALL', { when: 'never' })).error)

step('Look at a picture as a model does: the service stores it, and adapters show it')
const [draw] = await session.tools({ tools: ['LOCAL_DRAW_ROTA'] })
const drawn = await draw!.execute({})
const { files } = await draw!.show(drawn, { files: true })
console.log(files.map(({ name, mediaType }) => `${name} (${mediaType})`).join(', '))
assert.equal(files[0]?.base64, square.toString('base64'))

step('Continue the session in another process, which passes the custom tools again')
const again = await plugboard.useSession(session.id, {
  customTools: [findOnCall, countIssues, drawRota],
})
assert.deepEqual((await again.execute('LOCAL_FIND_ON_CALL')).data, { username: 'bruno' })
console.log('\nOK')
