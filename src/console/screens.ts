import type { ComponentType } from 'preact'
import type { IconName } from './ui/icon.tsx'

/** A screen of a project. */
export type Screen = {
  /** Path patterns below `/console/p/:project/`; the first one is where the navigation leads. */
  paths: readonly [string, ...string[]]
  title: string
  icon: IconName
  /** Loaded when it is opened. */
  load: () => Promise<ComponentType>
}

/** Every screen, in the order of the navigation. A new screen is an entry here. */
export const screens: readonly Screen[] = [
  {
    paths: ['live'],
    title: 'Live',
    icon: 'activity',
    load: async () => (await import('./screens/live/live.tsx')).Live,
  },
  {
    paths: ['playground'],
    title: 'Playground',
    icon: 'play',
    load: async () => (await import('./screens/playground/playground.tsx')).Playground,
  },
  {
    paths: ['users', 'users/:id'],
    title: 'Users',
    icon: 'users',
    load: async () => (await import('./screens/users/users.tsx')).Users,
  },
  {
    paths: ['connections', 'connections/:id'],
    title: 'Connections',
    icon: 'link',
    load: async () => (await import('./screens/connections/connections.tsx')).Connections,
  },
  {
    paths: ['sessions', 'sessions/:id'],
    title: 'Sessions',
    icon: 'message',
    load: async () => (await import('./screens/sessions/sessions.tsx')).Sessions,
  },
  {
    paths: ['logs', 'logs/:id'],
    title: 'Logs',
    icon: 'list',
    load: async () => (await import('./screens/logs/logs.tsx')).Logs,
  },
  {
    paths: ['approvals'],
    title: 'Approvals',
    icon: 'check',
    load: async () => (await import('./screens/approvals/approvals.tsx')).Approvals,
  },
  {
    paths: ['toolkits', 'toolkits/:slug', 'catalogue'],
    title: 'Toolkits',
    icon: 'box',
    load: async () => (await import('./screens/toolkits/toolkits.tsx')).Toolkits,
  },
  {
    paths: ['triggers', 'triggers/:id'],
    title: 'Triggers',
    icon: 'bell',
    load: async () => (await import('./screens/triggers/triggers.tsx')).Triggers,
  },
  {
    paths: ['webhooks', 'webhooks/:id'],
    title: 'Webhooks',
    icon: 'out',
    load: async () => (await import('./screens/webhooks/webhooks.tsx')).Webhooks,
  },
  {
    paths: ['mcp', 'mcp/:id'],
    title: 'MCP servers',
    icon: 'server',
    load: async () => (await import('./screens/mcp/mcp-servers.tsx')).McpServers,
  },
  {
    paths: ['evals', 'evals/:name'],
    title: 'Evals',
    icon: 'target',
    load: async () => (await import('./screens/evals/evals.tsx')).Evals,
  },
  {
    paths: ['usage'],
    title: 'Usage',
    icon: 'chart',
    load: async () => (await import('./screens/usage/usage.tsx')).Usage,
  },
  {
    paths: ['settings'],
    title: 'Settings',
    icon: 'settings',
    load: async () => (await import('./screens/settings/settings.tsx')).Settings,
  },
]
