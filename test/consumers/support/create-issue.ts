import type { Conversation } from '../../adapters/read-conversation.ts'
import type { Turn } from '../../adapters/serve-openai.ts'

/**
 * A turn of a model that creates an issue with the meta tools, whatever a framework puts before
 * their names, and says the result once it has it.
 */
export const createIssue =
  (title: string) =>
  ({ tools, results }: Conversation): Turn => {
    const [result] = results
    if (result) return { text: result.text }
    const name = tools.find((each) => each.endsWith('SVC_MULTI_EXECUTE_TOOL')) ?? ''
    const calls = [{ tool_slug: 'TRACKER_CREATE_ISSUE', arguments: { title } }]
    return { calls: [{ name, arguments: JSON.stringify({ tools: calls }) }] }
  }
