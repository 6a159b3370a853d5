/**
 * An agent of Cloudflare's Agents SDK with the tools of a session, as tools of the AI SDK. Each user
 * has an instance of their own, a Durable Object, which remembers the session.
 *
 *     npm install && npm install plugboard
 *     npx wrangler dev --var PLUGBOARD_API_KEY:… --var OPENAI_API_KEY:…
 *     curl http://127.0.0.1:8788/agents/assistant/ada -d 'Create an issue: The door of the office is broken'
 *
 * Deployed, `PLUGBOARD_BASE_URL` is the public URL of your service, and the keys are secrets
 * (`npx wrangler secret put PLUGBOARD_API_KEY`). The application decides who may ask as `ada`.
 */
import { openai } from '@ai-sdk/openai'
import { Agent, routeAgentRequest } from 'agents'
import { generateText, isStepCount } from 'ai'
import { Plugboard } from 'plugboard'
import { aiTools } from 'plugboard/ai'

const plugboard = new Plugboard()

type State = { sessionId?: string }

export class Assistant extends Agent<Env, State> {
  override initialState: State = {}

  override async onRequest(request: Request): Promise<Response> {
    const prompt = await request.text()
    const { sessionId } = this.state
    const session = sessionId
      ? await plugboard.useSession(sessionId)
      : await plugboard.createSession(this.name)
    this.setState({ sessionId: session.id })
    const { text } = await generateText({
      model: openai('gpt-5-mini'),
      tools: await aiTools(session),
      stopWhen: isStepCount(10),
      abortSignal: request.signal,
      prompt,
    })
    return new Response(text)
  }
}

export default {
  fetch: async (request: Request, env: Env): Promise<Response> =>
    (await routeAgentRequest(request, env)) ?? new Response('Not found', { status: 404 }),
}
