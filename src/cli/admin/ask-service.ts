import { z } from 'zod'
import { commandProof } from '../../service/open-admin.ts'
import { postProven } from './post-proven.ts'

const answer = z.object({ result: z.record(z.string(), z.unknown()) })

/** Has a running service run a command. */
export const askService = async ({
  url,
  ring,
  command,
  given,
}: {
  url: string
  ring: string
  command: string
  given: object
}): Promise<object> => {
  const { result } = await postProven({
    path: '/admin/commands',
    url,
    ring,
    given: { command, given: JSON.stringify(given) },
    proof: commandProof,
    answer,
  })
  return result
}
