import { defineEventHandler } from 'nitro/h3'
import { start } from 'workflow/api'
import { assistant } from '../../workflows/assistant.ts'

/** Starts the agent and waits for its answer. The application decides who may ask as whom. */
export default defineEventHandler(async ({ req }) => {
  const { userId, prompt } = (await req.json()) as { userId: string; prompt: string }
  const run = await start(assistant, [userId, prompt])
  return { runId: run.runId, text: await run.returnValue }
})
