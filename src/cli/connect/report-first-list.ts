import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '../../client/index.ts'

const pauseMs = 250
const longestWaitMs = 20_000

/**
 * Says what became of the tools of a toolkit that waits for its first account, as an MCP server may
 * list them to its users alone. The service lists them in the background.
 */
export const reportFirstList = async (client: Client, toolkit: string): Promise<void> => {
  const deadline = Date.now() + longestWaitMs
  for (;;) {
    if (await reportTools(client, toolkit)) return
    const reason = await findReason(client, toolkit)
    if (!reason) {
      // They may have been listed between the two questions.
      await reportTools(client, toolkit)
      return
    }
    if (Date.now() >= deadline)
      return console.log(`${toolkit} has no tools yet. ${reason.message}. ${reason.fix}`)
    await wait(pauseMs)
  }
}

/** Says how many tools it has; false where it has none. */
const reportTools = async (client: Client, toolkit: string): Promise<boolean> => {
  const { meta } = await client.toolkits.get({ params: { slug: toolkit } })
  if (meta.tools_count === 0) return false
  console.log(
    `The tools of ${toolkit} are listed now: ${meta.tools_count}. "plugboard tools list --toolkit ${toolkit}" shows them`,
  )
  return true
}

/** Why it has no tools; nothing for a toolkit that is meant to have none. */
const findReason = async (client: Client, toolkit: string) => {
  const { problems } = await client.toolkits.diagnose({
    params: { slug: toolkit },
    body: { call: false },
  })
  return problems.find(({ code }) => code === 'closed_schema')
}
