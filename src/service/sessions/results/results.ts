import type { SessionConfig } from '../../../contract/session-config.ts'
import type { Select } from '../../../contract/select.ts'
import type { ResultPart } from '../../../contract/session-results.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Handle } from '../../platform/database/index.ts'
import type { Events } from '../../platform/events/index.ts'
import { createSecret } from '../../platform/ids.ts'
import { ProjectionError, toShape, type Projector } from '../../platform/projection/index.ts'
import { unlessDamaged } from '../../platform/secrets/index.ts'
import type { Project } from '../../endpoint/index.ts'
import { ServiceError } from '../../service-error.ts'
import { describeNothing } from '../../execution/index.ts'
import { readPart, type PartRequest } from './read-part.ts'
import { resultStore } from './store.ts'
import { toPreview } from './to-preview.ts'

/** The owner of the result. */
type Owner = {
  project: Project
  id: string
  config: { workbench: { auto_offload_threshold: number } } & Pick<SessionConfig, 'answers'>
}

type Parts = { database: Database; events: Events; clock: Clock; projector: Projector }

export type Results = ReturnType<typeof createResults>

/** Stores results that are too large for a model, and returns parts of them. */
export const createResults = (parts: Parts) => {
  const store = resultStore(parts.database.handle)

  const readText = async (
    session: Pick<Owner, 'project' | 'id'>,
    handle: string,
  ): Promise<string> => {
    const row = await store.find(session.project.id, session.id, handle)
    if (!row)
      throw new ServiceError('not_found', `The session has no stored result "${handle}"`, {
        suggestedFix:
          'Use the handle exactly as in the result; if it has expired, run the tool again',
      })
    return unlessDamaged(
      () => session.project.dataKey.decrypt(row.content, { record: row.id, field: 'content' }),
      () => {
        throw new ServiceError(
          'not_found',
          `The stored result "${handle}" is damaged and cannot be read`,
          { suggestedFix: 'Run the tool again' },
        )
      },
    )
  }

  /** Undefined for a project that stores no data, and for a session that was deleted meanwhile. */
  const keep = async (
    session: Pick<Owner, 'project' | 'id'>,
    text: string,
    transaction?: Handle,
  ): Promise<string | undefined> => {
    if (session.project.config.log_visibility_setting === 'dont_store_data') return undefined
    return transaction
      ? keepIn(transaction, session, text)
      : parts.database.transaction((own) => keepIn(own, session, text))
  }

  const keepIn = async (
    transaction: Handle,
    { project, id: sessionId }: Pick<Owner, 'project' | 'id'>,
    text: string,
  ): Promise<string | undefined> => {
    const results = resultStore(transaction)
    if (!(await results.hold(project.id, sessionId))) return undefined
    const id = createSecret('res_')
    await results.insert({
      id,
      project_id: project.id,
      session_id: sessionId,
      content: project.dataKey.encrypt(text, { record: id, field: 'content' }),
      created_at: parts.clock.now().toISOString(),
    })
    return id
  }

  return {
    /**
     * Returns the complete result, or a preview with a handle if it exceeds the session's
     * threshold and the session does not say otherwise.
     *
     * A project that stores no data always gets the complete result. In a transaction by its handle.
     */
    offload: async (
      session: Owner,
      data: Record<string, unknown>,
      transaction?: Handle,
    ): Promise<Record<string, unknown>> => {
      const { workbench, answers } = session.config
      const text = JSON.stringify(data)
      if (text.length <= workbench.auto_offload_threshold || answers?.offload === false) return data
      const handle = await keep(session, text, transaction)
      if (handle === undefined) return data
      return toPreview(data, text.length, handle)
    },

    read: async (
      session: Pick<Owner, 'project' | 'id'>,
      handle: string,
      { select, ...request }: PartRequest & { select?: Select | undefined },
    ): Promise<ResultPart> => {
      const data: unknown = JSON.parse(await readText(session, handle))
      if (select === undefined) return { handle, ...readPart(data, request) }
      const { value, nothing } = await selectPart(parts.projector, session.project.id, select, data)
      return {
        handle,
        ...readPart(value, request),
        ...(nothing !== undefined && { selection: { message: nothing, shape: toShape(data) } }),
      }
    },

    /**
     * Stores a whole result and returns its handle; undefined for a project that stores no data.
     */
    keep: (session: Pick<Owner, 'project' | 'id'>, data: Record<string, unknown>) =>
      keep(session, JSON.stringify(data)),

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

const selectPart = async (
  projector: Projector,
  owner: string,
  select: Select,
  data: unknown,
): Promise<{ value: unknown; nothing: string | undefined }> => {
  try {
    const value = await projector.project(owner, select, data)
    return { value, nothing: describeNothing(select, value, 'the result') }
  } catch (error) {
    if (!(error instanceof ProjectionError)) throw error
    throw new ServiceError('invalid_request', `\`select\` ${error.message}`, {
      suggestedFix: 'Write the expression by the shape of the result',
    })
  }
}
