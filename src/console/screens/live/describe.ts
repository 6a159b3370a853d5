import type { Activity } from '../../../contract/activity.ts'
import type { IconName } from '../../ui/icon.tsx'

export const icons: Record<Activity['type'], IconName> = {
  call: 'play',
  search: 'search',
  refresh: 'repeat',
  delivery: 'out',
  account: 'link',
  approval: 'check',
  trigger: 'bell',
  toolkit: 'box',
  subscription: 'server',
}

export const names: Record<Activity['type'], string> = {
  call: 'Call',
  search: 'Search',
  refresh: 'Credential renewal',
  delivery: 'Delivery',
  account: 'Account',
  approval: 'Approval',
  trigger: 'Trigger',
  toolkit: 'Toolkit',
  subscription: 'Webhook',
}

/** What happened, in one line. */
export const describe = (item: Activity): string => {
  const happened = item.event?.split('.').at(-1)?.replaceAll('_', ' ')
  switch (item.type) {
    case 'call':
      return item.tool_slug ?? 'A tool was called'
    case 'search':
      return item.text ?? 'Tools were searched'
    case 'refresh':
      return `${item.toolkit ?? 'A'} credential ${item.outcome === 'success' ? 'renewed' : 'could not be renewed'}`
    case 'delivery':
      return item.text ?? 'A webhook was attempted'
    case 'account':
      return `${item.toolkit ?? 'An'} account is ${happened ?? 'changed'}`
    case 'approval':
      return `${item.tool_slug ?? 'A call'}: approval ${happened ?? ''}`
    case 'trigger':
      return happened === 'disabled' ? `Trigger disabled` : `${item.text ?? 'A trigger'} fired`
    case 'toolkit':
      return `Toolkit ${item.toolkit ?? ''} changed`
    case 'subscription':
      return 'A webhook subscription was disabled'
    default:
      return item.type satisfies never
  }
}

/** What `describe` leaves out. */
export const detailOf = ({ type, outcome, text }: Activity): string | null =>
  (type === 'call' || type === 'refresh' || type === 'account') && outcome === 'error' ? text : null

/** The page about what happened, relative to the project. */
export const pageOf = (item: Activity): string | undefined => {
  switch (item.type) {
    case 'call':
      return item.subject_id === null ? undefined : `logs/${item.subject_id}`
    case 'search':
      return item.session_id === null ? undefined : `sessions/${item.session_id}`
    case 'refresh':
    case 'account':
      return item.user_id === null ? undefined : `users/${encodeURIComponent(item.user_id)}`
    case 'approval':
      return 'approvals'
    case 'trigger':
      return item.subject_id === null ? 'triggers' : `triggers/${item.subject_id}`
    case 'delivery':
      return 'webhooks'
    case 'subscription':
      return item.subject_id === null ? 'webhooks' : `webhooks/${item.subject_id}`
    case 'toolkit':
      return item.toolkit === null ? undefined : `toolkits/${item.toolkit}`
    default:
      return item.type satisfies never
  }
}
