// Requires a service (`npx plugboard dev --sample`), PLUGBOARD_API_KEY (and PLUGBOARD_BASE_URL,
// where it is not http://127.0.0.1:8787) from its start screen, and OPENAI_API_KEY.
import { openai } from '@ai-sdk/openai'
import { generateText, isStepCount } from 'ai'
import { Plugboard } from 'plugboard'
import { aiTools } from 'plugboard/ai'

const plugboard = new Plugboard()
const session = await plugboard.createSession('ada')

const { text } = await generateText({
  model: openai('gpt-5-mini'),
  tools: await aiTools(session, { search: 'create an issue' }),
  stopWhen: isStepCount(5),
  prompt: 'Create an issue: The door of the office is broken',
})
console.log(text)
