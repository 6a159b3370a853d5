import type { NotesService } from '../../support/notes-service.ts'

type Answer = { data: Record<string, unknown>; error: string | null }

export type OpenWorkbench = {
  session: { params: { session_id: string } }
  run(slug: string, given: Record<string, unknown>): Promise<Answer>
  javascript(code: string): Promise<Answer>
  bash(command: string): Promise<Answer>
}

/** A session whose workbench runs code. */
export const startOpenWorkbench = async (
  { service }: Pick<NotesService, 'service'>,
  rules: Record<string, unknown> = {},
  client = service.client,
): Promise<OpenWorkbench> => {
  const { session_id } = await client.sessions.create({ body: { user_id: 'ada', ...rules } })
  const session = { params: { session_id } }
  const run = (slug: string, given: Record<string, unknown>) =>
    client.sessions.executeMeta({ ...session, body: { slug, arguments: given } })
  return {
    session,
    run,
    javascript: (code) => run('SVC_REMOTE_WORKBENCH', { code }),
    bash: (command) => run('SVC_REMOTE_BASH_TOOL', { command }),
  }
}
