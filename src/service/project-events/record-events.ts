import { z } from 'zod'
import type { ProjectEvent } from '../../contract/project-events.ts'
import type { Accounts } from '../accounts/account.ts'
import type { Event, Events } from '../platform/events/index.ts'
import type { Project, Projects } from '../projects/project.ts'
import { ServiceError } from '../service-error.ts'
import type { ProjectEvents } from './project-events.ts'

type Parts = { events: Events; projects: Projects; accounts: Accounts; projectEvents: ProjectEvents }

/** What an event of the service says to the project it happened in, but for its id and time. */
type Said = Pick<ProjectEvent, 'type' | 'data'> & { metadata: Partial<ProjectEvent['metadata']> }

const record = z.object({ id: z.string() })

const triggerMetadata = z.object({
  log_id: z.string().nullable(),
  trigger_slug: z.string(),
  trigger_id: z.string(),
  connected_account_id: z.string().nullable(),
  auth_config_id: z.string().nullable(),
  user_id: z.string().nullable(),
})

const triggerMessage = z.object({
  metadata: triggerMetadata,
  /** JSON, encrypted by the project's data key for the field `payload` of the trigger instance; null where the project stores no data. */
  payload: z.string().nullable(),
})

const triggerDisabled = z.object({ metadata: triggerMetadata, reason: z.string() })

/** Has what other parts of the service publish written down for those who follow a project's events. */
export const recordEvents = ({ events, projects, accounts, projectEvents }: Parts): void => {
  const write = (published: string, say: (project: Project, data: unknown) => Promise<Said | undefined> | Said) =>
    events.subscribe(published, 'project-events', async (event) => {
      const project = await projects.get(event.scope)
      const said = project && (await say(project, event.data))
      if (said) await projectEvents.append(project, toProjectEvent(event, said))
    })

  write('account.active', (project, data) => sayAccount(accounts, project, record.parse(data).id, 'ACTIVE'))
  write('account.expired', (project, data) => sayAccount(accounts, project, record.parse(data).id, 'EXPIRED'))
  write('trigger.message', (project, data) => {
    const { metadata, payload } = triggerMessage.parse(data)
    const text = payload === null ? '{}' : project.dataKey.decrypt(payload, { record: metadata.trigger_id, field: 'payload' })
    return { type: 'svc.trigger.message', metadata, data: JSON.parse(text) as Record<string, unknown> }
  })
  write('trigger.disabled', (_project, data) => {
    const { metadata, reason } = triggerDisabled.parse(data)
    return { type: 'svc.trigger.disabled', metadata, data: { reason } }
  })
  write('webhook_subscription.disabled', (_project, data) => ({ type: 'svc.webhook_subscription.disabled', metadata: {}, data: record.parse(data) }))
}

/** An account that is gone by now says nothing any more. */
const sayAccount = async (accounts: Accounts, project: Project, id: string, status: 'ACTIVE' | 'EXPIRED'): Promise<Said | undefined> => {
  try {
    const account = await accounts.get(project, id)
    return {
      type: status === 'ACTIVE' ? 'svc.connected_account.active' : 'svc.connected_account.expired',
      metadata: { connected_account_id: id, auth_config_id: account.authConfigId, user_id: account.userId },
      data: { id, status, toolkit: { slug: account.toolkit } },
    }
  } catch (error) {
    if (error instanceof ServiceError && error.slug === 'not_found') return undefined
    throw error
  }
}

const toProjectEvent = (event: Event, { type, metadata, data }: Said): ProjectEvent => ({
  id: event.id,
  timestamp: event.at,
  type,
  metadata: { log_id: null, trigger_slug: null, trigger_id: null, connected_account_id: null, auth_config_id: null, user_id: null, ...metadata },
  data,
})
