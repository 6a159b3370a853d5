import type { Client } from '../../client/index.ts'

export type SessionChoice = { user: string; session?: string; toolkits?: string[] }

/** Works in the session that the options name, or in one made for this alone. */
export const inSession = async <Result>(
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
