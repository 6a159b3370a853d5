/**
 * The complete flow in one run: a service, a connected account, a session, a search, and one agent
 * turn with the Vercel AI SDK, LangChain and OpenAI. The bots beside it show other frameworks.
 *
 *     npm run quickstart
 *
 * Everything runs on this machine, in a temporary folder. If OPENAI_API_KEY is set the agents use a
 * real model, otherwise a scripted one.
 */
import assert from 'node:assert/strict'
import { createOpenAI } from '@ai-sdk/openai'
import { HumanMessage, type BaseMessage } from '@langchain/core/messages'
import { ChatOpenAI } from '@langchain/openai'
import { generateText, isStepCount } from 'ai'
import OpenAI from 'openai'
import { Plugboard } from 'plugboard'
import { aiTools } from 'plugboard/ai'
import { langchainTools } from 'plugboard/langchain'
import { openaiTools } from 'plugboard/openai'
import { findIssues } from './support/find-issues.ts'
import { openModel } from './support/open-model.ts'
import { startPlayground } from './support/start-playground.ts'
import { step } from './support/step.ts'

const search = 'create an issue'

step('Start the service with a sample issue tracker: plugboard dev --sample')
await using service = await startPlayground()
console.log(`Service ${service.url}, tracker ${service.tracker.url}`)

step('Connect an account: the user "ada" gives her API key of the tracker')
const plugboard = new Plugboard({ baseUrl: service.url, apiKey: service.apiKey })
const { auth_config } = await plugboard.client.authConfigs.create({
  body: { toolkit: { slug: 'tracker' } },
})
const account = await plugboard.client.connectedAccounts.create({
  body: {
    auth_config: { id: auth_config.id },
    connection: {
      user_id: 'ada',
      state: { authScheme: 'API_KEY', val: { generic_api_key: service.tracker.apiKey } },
    },
  },
})
console.log(
  `Connected account ${account.id}, ${account.status}; the service stores the key encrypted, and no agent sees it`,
)

step("Create a session: it defines what one user's agent can see and do")
const session = await plugboard.createSession('ada')
console.log(`Session ${session.id}`)

step(`Search its tools: "${search}"`)
const { tools } = await session.search(search)
for (const tool of tools.slice(0, 3))
  console.log(`${tool.name}: ${tool.description.split('\n')[0]}`)

await using model = await openModel()
console.log(
  model.isScripted
    ? '\nOPENAI_API_KEY is not set, so the agents below use a scripted model.'
    : `\nThe agents below use ${model.name}.`,
)

step('One turn with the Vercel AI SDK')
const openai = createOpenAI({ apiKey: model.apiKey, baseURL: model.baseURL })
const { text } = await generateText({
  model: openai(model.name),
  tools: await aiTools(session, { search, limit: 3 }),
  stopWhen: isStepCount(5),
  prompt: 'Create an issue: The door of the office is broken',
})
console.log(text)

step('One turn with LangChain')
const langchain = await langchainTools(session, { search, limit: 3 })
const agent = new ChatOpenAI({
  model: model.name,
  apiKey: model.apiKey,
  configuration: { baseURL: model.baseURL },
}).bindTools(langchain)
const history: BaseMessage[] = [new HumanMessage('Create an issue: The lamp in the hall flickers')]
for (;;) {
  const answer = await agent.invoke(history)
  history.push(answer)
  if (!answer.tool_calls?.length) break
  for (const call of answer.tool_calls)
    history.push(
      await langchain
        .find((tool) => tool.name === call.name)
        ?.invoke({ ...call, type: 'tool_call' }),
    )
}
console.log(history.at(-1)?.text)

step('One turn with the OpenAI client')
const client = new OpenAI({ apiKey: model.apiKey, baseURL: model.baseURL })
const functions = await openaiTools(session, { search, limit: 3 })
const messages: OpenAI.ChatCompletionMessageParam[] = [
  { role: 'user', content: 'Create an issue: The coffee machine leaks' },
]
for (;;) {
  const completion = await client.chat.completions.create({
    model: model.name,
    messages,
    tools: functions.chat,
  })
  const message = completion.choices[0]!.message
  messages.push(message, ...(await functions.run(message)))
  if (message.tool_calls?.length) continue
  console.log(message.content)
  break
}

step('Check the issues in the tracker')
for (const words of ['door', 'lamp', 'coffee']) {
  const [issue, ...others] = await findIssues(service.tracker, words)
  assert(
    issue && others.length === 0 && issue.author === 'ada',
    `the tracker has one issue of ada about the ${words}`,
  )
  console.log(`${issue.id}  ${issue.title}  (by ${issue.author}, ${issue.state})`)
}
console.log(`
Each framework created its issue. Next, start a service that stays, and follow its screen:
  npm run plugboard -- dev --sample`)
