import type { Session, ToolSlug } from 'plugboard'
import { aiTools } from 'plugboard/ai'
import { googleTools } from 'plugboard/google'
import { openaiTools } from 'plugboard/openai'

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
}
