import type { Client } from '../../client/index.ts'

export type SessionChoice = { user: string; session?: string; toolkits?: string[] }

/** Uses the session from the options, or a temporary one. */
export const withSession = async <Result>(
  client: Client,
  { user, session, toolkits }: SessionChoice,
  work: (sessionId: string) => Promise<Result>,
): Promise<Result> => {
  if (session !== undefined) return work(session)
  const { session_id } = await client.sessions.create({
    body: { user_id: user, ...(toolkits && { toolkits }) },
  })
  try {
    return await work(session_id)
  } finally {
    await client.sessions.delete({ params: { session_id } })
  }
}
