import { isTool, type Plugboard, type Session, type ToolSlug } from 'plugboard'
import { aiTools, aiToolsOnDemand } from 'plugboard/ai'
import { anthropicTools } from 'plugboard/anthropic'
import { defineCases } from 'plugboard/evals'
import { googleTools, googleToolsOnDemand } from 'plugboard/google'
import { langchainTools, langchainToolsOnDemand } from 'plugboard/langchain'
import { mastraTools, type CreateTool } from 'plugboard/mastra'
import { openaiAgentsTools, openaiTools, openaiToolsOnDemand } from 'plugboard/openai'

// The compiler is the test: an unused @ts-expect-error is an error as well.

export const strictly = async (session: Session, slug: string): Promise<void> => {
  await session.execute('TRACKER_CREATE_ISSUE', { title: 'Broken door' })
  await session.execute('SVC_SEARCH_TOOLS', { queries: [{ use_case: 'create an issue' }] })
  await session.execute('LOCAL_FIND_NOTES', { words: 'door' })
  await session.execute(slug as ToolSlug, {})
  await session.tools({ tools: ['TRACKER_CREATE_ISSUE'] })
  await session.tools({ search: 'create an issue' })
  // @ts-expect-error a slug that is not known
  await session.execute('TRACKER_CREATE_ISUE', { title: 'Broken door' })
  // @ts-expect-error a slug that may not be known
  await session.execute(slug, {})
  // @ts-expect-error a slug that is not known
  await session.tools({ tools: ['TRACKER_CREATE_ISUE'] })
  // @ts-expect-error a slug that is not known
  await aiTools(session, { tools: ['TRACKER_CREATE_ISUE'] })
  // @ts-expect-error a slug that is not known
  await openaiTools(session, { tools: ['TRACKER_CREATE_ISUE'] })
  // @ts-expect-error a slug that is not known
  await googleTools(session, { tools: ['TRACKER_CREATE_ISUE'] })
  // @ts-expect-error a slug that is not known
  await session.needsApproval('TRACKER_CREATE_ISUE', {})
}

export const inEveryAdapter = async (
  session: Session,
  createTool: CreateTool<object>,
): Promise<void> => {
  // @ts-expect-error a slug that is not known
  await aiToolsOnDemand(session, { tools: ['TRACKER_CREATE_ISUE'] })
  // @ts-expect-error a slug that is not known
  await anthropicTools(session, { tools: ['TRACKER_CREATE_ISUE'] })
  // @ts-expect-error a slug that is not known
  await googleToolsOnDemand(session, { tools: ['TRACKER_CREATE_ISUE'] })
  // @ts-expect-error a slug that is not known
  await langchainTools(session, { tools: ['TRACKER_CREATE_ISUE'] })
  // @ts-expect-error a slug that is not known
  await langchainToolsOnDemand(session, { tools: ['TRACKER_CREATE_ISUE'] })
  // @ts-expect-error a slug that is not known
  await mastraTools(session, createTool, { tools: ['TRACKER_CREATE_ISUE'] })
  // @ts-expect-error a slug that is not known
  await openaiAgentsTools(session, { tools: ['TRACKER_CREATE_ISUE'] })
  // @ts-expect-error a slug that is not known
  await openaiToolsOnDemand(session, { tools: ['TRACKER_CREATE_ISUE'] })
  for (const tool of await session.tools({ search: 'create an issue' })) {
    if (isTool(tool, 'TRACKER_CREATE_ISSUE')) await tool.execute({ title: 'Broken door' })
    // @ts-expect-error a slug that is not known
    isTool(tool, 'TRACKER_CREATE_ISUE')
  }
}

export const inSettings = async (plugboard: Plugboard, session: Session): Promise<void> => {
  await plugboard.createSession('ada', {
    tools: { tracker: { enable: ['TRACKER_CREATE_ISSUE'] } },
    approvals: { tools: ['TRACKER_CREATE_ISSUE'], tags: ['destructiveHint'] },
  })
  // @ts-expect-error a slug that is not known
  await plugboard.createSession('ada', { tools: { tracker: ['TRACKER_CREATE_ISUE'] } })
  // @ts-expect-error a slug that is not known
  await plugboard.createSession('ada', { tools: { tracker: { disable: ['TRACKER_CREATE_ISUE'] } } })
  // @ts-expect-error a slug that is not known
  await plugboard.createSession('ada', { approvals: { tools: ['TRACKER_CREATE_ISUE'] } })
  // @ts-expect-error a slug that is not known
  await session.update({ approvals: { tools: ['TRACKER_CREATE_ISUE'] } })
}

export const cases = (): unknown => {
  defineCases([
    {
      id: 'own',
      input: 'x',
      tools: [{ name: 'weather.get', inputSchema: { type: 'object' } }],
      mocks: [{ tool: 'weather.get', result: {} }],
      expect: { calls: [{ tool: 'weather.get', arguments: { city: 'Graz' } }] },
    },
  ])
  defineCases([
    // @ts-expect-error a tool that neither the case has nor is known
    { id: 'a', input: 'x', expect: { calls: [{ tool: 'weather.get' }] } },
  ])
  // @ts-expect-error a slug that is not known
  defineCases([{ id: 'b', input: 'x', tools: ['TRACKER_CREATE_ISUE'], expect: {} }])
  // @ts-expect-error a slug that is not known
  defineCases([{ id: 'c', input: 'x', expect: { forbidden: ['TRACKER_CREATE_ISUE'] } }])
  return defineCases([
    // @ts-expect-error a slug that is not known
    { id: 'd', input: 'x', mocks: [{ tool: 'TRACKER_CREATE_ISUE', result: {} }], expect: {} },
  ])
}
