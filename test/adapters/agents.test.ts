import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifies } from '../requirements.ts'
import { createVisitor } from '../support/visit-connect-page.ts'
import { frameworks } from './frameworks/index.ts'
import type { Conversation } from './read-conversation.ts'
import { connected, nextTurn, task } from './scripted-agent.ts'
import { serveOpenai, type Turn } from './serve-openai.ts'
import { startTracker } from './start-tracker.ts'

let tracker: Awaited<ReturnType<typeof startTracker>>
beforeAll(async () => {
  tracker = await startTracker({ keep: true })
})
afterAll(() => tracker.close())

test.each(frameworks)(
  'an agent in $name works through seven steps with the meta tools alone',
  async ({ name, open }) => {
    verifies('toolkit.agents')
    const { plugboard, trackerApiKeys, issueTitles } = tracker
    // Above what the other answers take, below a hundred issues.
    const session = await plugboard.createSession(`${name}'s user`, {
      workbench: { auto_offload_threshold: 5000 },
    })
    let last: Conversation | undefined
    const answerRequest = (conversation: Conversation): Turn => {
      last = conversation
      const turn = nextTurn({
        said: conversation.said,
        results: conversation.results.map((result) => ({
          name: result.name,
          output: JSON.parse(result.text) as Record<string, unknown>,
        })),
      })
      return 'text' in turn
        ? turn
        : { calls: [{ name: turn.call.name, arguments: JSON.stringify(turn.call.arguments) }] }
    }
    await using server = await serveOpenai(...Array.from({ length: 10 }, () => answerRequest))
    const agent = await open(session, server.url)

    const asked = await agent.say(task)
    const link = /^Please open (http:\S+)$/.exec(asked)?.[1]
    expect(link).toContain('/connect/')
    expect(last?.tools.every((tool) => tool.startsWith('SVC_'))).toBe(true)
    const before = await issueTitles()

    const { html } = await createVisitor().connect(link ?? '', {
      generic_api_key: trackerApiKeys['bruno'] ?? '',
    })
    const reply = connected(/[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(html)?.[0] ?? '')
    expect(await issueTitles()).toEqual(before)
    const answer = await agent.say(reply)

    expect(answer).toMatch(
      /^Made "The lift is stuck"\. WEB-9999: .*404.*\. The third newest is "(.+)"\.$/,
    )
    const titles = await issueTitles()
    expect(titles).toEqual(['The lift is stuck', ...before])
    // The list was asked for beside the creation, which may have come first.
    expect(
      [titles[2], before[2]]
        .map((title) => `The third newest is "${title}".`)
        .some((end) => answer.endsWith(end)),
    ).toBe(true)
    expect(last?.results.map((result) => result.name)).toEqual([
      'SVC_SEARCH_TOOLS',
      'SVC_MANAGE_CONNECTIONS',
      'SVC_MANAGE_CONNECTIONS',
      'SVC_MULTI_EXECUTE_TOOL',
      'SVC_READ_RESULT',
    ])
    expect(last?.said).toEqual([task, reply])
    // Two turns: five calls, two answers. Who forgot the first would have begun anew.
    expect(server.received).toHaveLength(7)
  },
)
