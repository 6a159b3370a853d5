import type { usage as contract } from '../../contract/usage.ts'
import type { Handlers } from '../endpoint/index.ts'
import type { createReadUsage } from './read-usage.ts'

export const usageHandlers = ({
  readUsage,
}: {
  readUsage: ReturnType<typeof createReadUsage>
}): Handlers<typeof contract> => ({
  get: async ({ query }, { project }) => ({ status: 200, body: await readUsage(project, query) }),
})
