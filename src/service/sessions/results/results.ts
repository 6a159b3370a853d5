import type { ResultPart } from '../../../contract/session-results.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Events } from '../../platform/events/index.ts'
import { createSecret } from '../../platform/ids.ts'
import { unlessDamaged } from '../../platform/secrets/index.ts'
import type { Project } from '../../endpoint/index.ts'
import { ServiceError } from '../../service-error.ts'
import { readPart, type PartRequest } from './read-part.ts'
import { resultStore } from './store.ts'
import { toOutline } from './to-outline.ts'
import { toShape } from './to-shape.ts'

/** The owner of the result. */
type Owner = {
  project: Project
  id: string
  config: { workbench: { auto_offload_threshold: number } }
}

export type Results = ReturnType<typeof createResults>

const previewCharacters = 1500

/** Stores results that are too large for a model, and returns parts of them. */
export const createResults = (parts: { database: Database; events: Events; clock: Clock }) => {
  const store = resultStore(parts.database.handle)

  const readText = async (
    session: Pick<Owner, 'project' | 'id'>,
    handle: string,
  ): Promise<string> => {
    const row = await store.find(session.project.id, session.id, handle)
    if (!row)
      throw new ServiceError('not_found', `The session has no stored result "${handle}"`, {
        suggestedFix:
          'Use the handle exactly as the result named it; where it is too old, run the tool again',
      })
    return unlessDamaged(
      () => session.project.dataKey.decrypt(row.content, { record: row.id, field: 'content' }),
      () => {
        throw new ServiceError(
          'not_found',
          `The stored result "${handle}" was damaged and cannot be read`,
          { suggestedFix: 'Run the tool again' },
        )
      },
    )
  }

  return {
    /**
     * Returns the complete result, or a preview with a handle if it exceeds the session's
     * threshold.
     *
     * A project that stores no data always gets the complete result.
     */
    offload: async (
      session: Owner,
      data: Record<string, unknown>,
    ): Promise<Record<string, unknown>> => {
      const { project, config } = session
      const text = JSON.stringify(data)
      if (
        text.length <= config.workbench.auto_offload_threshold ||
        project.config.log_visibility_setting === 'dont_store_data'
      )
        return data
      const handle = createSecret('res_')
      await store.insert({
        id: handle,
        project_id: project.id,
        session_id: session.id,
        content: project.dataKey.encrypt(text, { record: handle, field: 'content' }),
        created_at: parts.clock.now().toISOString(),
      })
      return {
        preview: toOutline(data, previewCharacters),
        size: text.length,
        shape: toShape(data),
        handle,
        message: `The result has ${text.length} characters, so it was stored. Read the parts you need with SVC_READ_RESULT and this handle; \`shape\` shows which paths there are.`,
      }
    },

    read: async (
      session: Pick<Owner, 'project' | 'id'>,
      handle: string,
      request: PartRequest,
    ): Promise<ResultPart> => {
      const data: unknown = JSON.parse(await readText(session, handle))
      return { handle, ...readPart(data, request) }
    },

    /** The complete stored result, as JSON. */
    readText,

    /** The handles of a session's stored results, the newest first. */
    listHandles: async (
      session: Pick<Owner, 'project' | 'id'>,
      limit: number,
    ): Promise<string[]> => {
      const rows = await store.listOfSession(session.project.id, session.id, limit)
      return rows.map(({ id }) => id)
    },
  }
}
