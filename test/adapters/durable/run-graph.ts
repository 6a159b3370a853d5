/**
 * Runs or resumes the graph in a process of its own. With `KILL`, the process ends itself with
 * SIGKILL after the side effect.
 */
import { Plugboard } from '../../../src/index.ts'
import { createGraph } from './graph.ts'

const { SESSION = '', FILE = '', CALL_ID = '', KILL } = process.env
const session = await new Plugboard().useSession(SESSION)
const graph = await createGraph(session, {
  file: FILE,
  callId: CALL_ID,
  afterCall: () => {
    if (KILL) process.kill(process.pid, 'SIGKILL')
  },
})
const thread = { configurable: { thread_id: 'chat 1' } }
const { messages } = await graph.invoke(KILL ? { messages: [] } : null, thread)
process.stdout.write(messages.at(-1)?.text ?? '')
