/** A delivery of each version, about one and the same event. */
const at = '2026-11-21T10:00:00.000Z'

export const id = 'evt_1'

export const metadata = {
  log_id: 'log_1',
  trigger_slug: 'TRACKER_ISSUE_CREATED',
  trigger_id: 'ti_1',
  connected_account_id: 'ca_1',
  auth_config_id: null,
  user_id: 'ada',
}

export const payload = { title: 'Tür 🚪', labels: ['bug'] }

export const bodies = {
  V1: {
    trigger_name: 'TRACKER_ISSUE_CREATED',
    connection_id: 'ca_1',
    trigger_id: 'ti_1',
    payload,
    log_id: 'log_1',
  },
  V2: {
    type: 'tracker_issue_created',
    timestamp: at,
    log_id: 'log_1',
    data: {
      ...payload,
      connection_id: 'ca_1',
      connection_nano_id: 'ca_1',
      trigger_nano_id: 'ti_1',
      trigger_id: 'ti_1',
      user_id: 'ada',
    },
  },
  V3: { id, timestamp: at, type: 'svc.trigger.message', metadata, data: payload },
}
