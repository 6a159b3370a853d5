import type { contract } from '../../contract/contract.ts'
import type { projectEvents } from '../../contract/project-events.ts'
import type { TriggerInstance as TriggerInstanceRecord } from '../../contract/triggers.ts'
import type { Handlers } from '../endpoint/index.ts'
import type { TriggerInstance, TriggerInstances } from './trigger-instance.ts'

export const triggerInstanceHandlers = ({
  triggers,
}: {
  triggers: TriggerInstances
}): Omit<Handlers<typeof contract.triggerInstances>, keyof typeof projectEvents> => ({
  upsert: async ({ params, body }, { project }) => {
    const { id, uuid, created } = await triggers.upsert(project, params.slug, body)
    return { status: created ? 201 : 200, body: { trigger_id: id, deprecated: { uuid } } }
  },
  listActive: async ({ query }, { project }) => {
    const filter = {
      userIds: query.user_ids,
      accountIds: query.connected_account_ids,
      authConfigIds: query.auth_config_ids,
      ids: query.trigger_ids,
      triggerSlugs: query.trigger_names,
      showDisabled: query.show_disabled,
    }
    const page = await triggers.list(project, filter, query)
    return { status: 200, body: { ...page, items: page.items.map(toRecord) } }
  },
  setStatus: async ({ params, body }, { project }) => {
    await triggers.setEnabled(project, params.id, body.status === 'enable')
    return { status: 200, body: { status: 'success' } }
  },
  delete: async ({ params }, { project }) => {
    await triggers.delete(project, params.id)
    return { status: 200, body: { trigger_id: params.id } }
  },
})

const toRecord = (instance: TriggerInstance): TriggerInstanceRecord => ({
  id: instance.id,
  uuid: instance.uuid,
  connected_account_id: instance.accountId,
  user_id: instance.userId,
  trigger_name: instance.triggerSlug,
  trigger_config: instance.config,
  state: instance.state,
  trigger_data: instance.triggerData,
  version: instance.version,
  disabled_at: instance.disabledAt,
  updated_at: instance.updatedAt,
})
