import type { SessionRequest } from '../../../../src/contract/session-config.ts'
import type { ToolkitSlug, ToolSlug, World } from './start-world.ts'

type Rules = Omit<SessionRequest, 'user_id'>

/**
 * What a session is expected to allow; what is not named is as in a session of Ada without rules.
 */
export type PolicyRow = {
  user?: 'ada' | 'bob'
  rules: Rules | ((ids: World['ids']) => Rules)
  /** The only tools that it may use; all of them without this. */
  only?: ToolSlug[]
  without?: ToolSlug[]
  asks?: ToolSlug[]
  unconnected?: ToolSlug[]
  choose?: ToolSlug[]
  /** The only toolkits that it knows. */
  toolkits?: ToolkitSlug[]
  /** Those that it may send requests to past their tools: all that it knows without this. */
  proxies?: ToolkitSlug[]
  custom?: string[]
}

const notes: ToolSlug[] = [
  'NOTES_LIST_NOTES',
  'NOTES_WRITE_DRAFT',
  'NOTES_STAR_PAGE',
  'NOTES_DELETE_NOTEBOOK',
]
const pro: ToolSlug[] = ['NOTES_PRO_GET_ARCHIVE', 'NOTES_PRO_PURGE_BIN']
const weather: ToolSlug[] = ['WEATHER_GET_FORECAST', 'WEATHER_SEND_ALARM']
const single: ToolSlug[] = ['VAULT_GET_DEPOSIT', 'LOCKED_GET_TREASURE', 'CLOSED_GET_HARBOUR']
const reading: ToolSlug[] = [
  'NOTES_LIST_NOTES',
  'NOTES_PRO_GET_ARCHIVE',
  'WEATHER_GET_FORECAST',
  ...single,
]
const destroying: ToolSlug[] = ['NOTES_DELETE_NOTEBOOK', 'NOTES_PRO_PURGE_BIN']
const repeatable: ToolSlug[] = ['NOTES_STAR_PAGE', ...destroying]
const others: ToolkitSlug[] = ['notes-pro', 'weather', 'vault', 'locked', 'closed']

const input_schema = { type: 'object' as const, properties: { pattern: { type: 'string' } } }
const tool = (slug: string, extends_toolkit?: string) => ({
  slug,
  name: `Own ${slug}`,
  description: `Own work of ${slug}`,
  input_schema,
  ...(extends_toolkit && { extends_toolkit }),
})

/** Sessions, and what each of them allows at every door. */
export const policyTable: Record<string, PolicyRow> = {
  'without rules': { rules: {} },
  'of a user without connections': { rules: {}, user: 'bob', unconnected: [...notes, ...single] },

  // Toolkits
  'with a list of toolkits': { rules: { toolkits: ['notes'] }, only: notes, toolkits: ['notes'] },
  'with enabled toolkits': {
    rules: { toolkits: { enable: ['weather', 'notes-pro'] } },
    only: [...weather, ...pro],
    toolkits: ['notes-pro', 'weather'],
  },
  'with enabled toolkits in the spelling of answers': {
    rules: { toolkits: { enabled: ['vault'] } },
    only: ['VAULT_GET_DEPOSIT'],
    toolkits: ['vault'],
  },
  'with a toolkit named twice': {
    rules: { toolkits: ['weather', 'weather'] },
    only: weather,
    toolkits: ['weather'],
  },
  'with no toolkit enabled': { rules: { toolkits: [] }, only: [], toolkits: [] },
  'with a disabled toolkit': {
    rules: { toolkits: { disable: ['notes'] } },
    without: notes,
    toolkits: others,
  },
  'with a disabled toolkit whose name begins like another': {
    rules: { toolkits: { disabled: ['notes-pro'] } },
    without: pro,
    toolkits: ['notes', 'weather', 'vault', 'locked', 'closed'],
  },
  'with nothing disabled': { rules: { toolkits: { disable: [] } } },

  // Tools of a toolkit
  'with a list of tools': {
    rules: { tools: { notes: ['NOTES_LIST_NOTES'] } },
    without: notes.slice(1),
    proxies: others,
  },
  'with enabled tools in lower case': {
    rules: { tools: { notes: { enable: ['notes_star_page', 'notes_list_notes'] } } },
    without: ['NOTES_WRITE_DRAFT', 'NOTES_DELETE_NOTEBOOK'],
    proxies: others,
  },
  'with no tool of a toolkit enabled': {
    rules: { tools: { notes: [] } },
    without: notes,
    proxies: others,
  },
  'with a disabled tool': {
    rules: { tools: { weather: { disable: ['WEATHER_SEND_ALARM'] } } },
    without: ['WEATHER_SEND_ALARM'],
    proxies: ['notes', 'notes-pro', 'vault', 'locked', 'closed'],
  },
  'with tools of a toolkit that is not enabled': {
    rules: { toolkits: ['notes'], tools: { weather: ['WEATHER_SEND_ALARM'] } },
    only: notes,
    toolkits: ['notes'],
  },
  'with tools of a disabled toolkit': {
    rules: { toolkits: { disable: ['weather'] }, tools: { weather: ['WEATHER_SEND_ALARM'] } },
    without: weather,
    toolkits: ['notes', 'notes-pro', 'vault', 'locked', 'closed'],
  },
  'with tools of two toolkits': {
    rules: {
      toolkits: ['notes', 'weather'],
      tools: { notes: ['NOTES_WRITE_DRAFT'], weather: { disabled: ['WEATHER_GET_FORECAST'] } },
    },
    only: ['NOTES_WRITE_DRAFT', 'WEATHER_SEND_ALARM'],
    toolkits: ['notes', 'weather'],
    proxies: [],
  },
  'with an empty rule for a toolkit': {
    rules: { tools: { weather: {} } },
    proxies: ['notes', 'notes-pro', 'vault', 'locked', 'closed'],
  },

  // Tags
  'with a tag': { rules: { tags: ['readOnlyHint'] }, only: reading, proxies: [] },
  'with two tags, of which a tool has one': {
    rules: { tags: { enabled: ['readOnlyHint', 'idempotentHint'] } },
    only: [...reading, ...repeatable],
    proxies: [],
  },
  'with a disabled tag': {
    rules: { tags: { disable: ['destructiveHint'] } },
    without: destroying,
    proxies: [],
  },
  'with an enabled and a disabled tag': {
    rules: { tags: { enable: ['idempotentHint'], disable: ['destructiveHint'] } },
    only: ['NOTES_STAR_PAGE'],
    proxies: [],
  },
  'with a tag that is enabled and disabled': {
    rules: { tags: { enabled: ['openWorldHint'], disabled: ['openWorldHint'] } },
    only: [],
    proxies: [],
  },
  'with no tag enabled': { rules: { tags: [] }, only: [], proxies: [] },
  'with an empty rule for tags': { rules: { tags: {} }, proxies: [] },
  'with tags and toolkits': {
    rules: { toolkits: ['notes', 'vault'], tags: ['destructiveHint'] },
    only: ['NOTES_DELETE_NOTEBOOK'],
    toolkits: ['notes', 'vault'],
    proxies: [],
  },

  // Precedence
  'whose toolkit has tags of its own': {
    rules: { tags: ['readOnlyHint'], tools: { notes: { tags: ['destructiveHint'] } } },
    only: [...reading.slice(1), 'NOTES_DELETE_NOTEBOOK'],
    proxies: [],
  },
  'whose toolkit alone has tags': {
    rules: { tools: { notes: { tags: { disabled: ['readOnlyHint', 'destructiveHint'] } } } },
    without: ['NOTES_LIST_NOTES', 'NOTES_DELETE_NOTEBOOK'],
    proxies: others,
  },
  'whose list of tools comes before the tags of all': {
    rules: { tags: ['readOnlyHint'], tools: { notes: ['NOTES_DELETE_NOTEBOOK'] } },
    only: [...reading.slice(1), 'NOTES_DELETE_NOTEBOOK'],
    proxies: [],
  },
  'whose list of tools comes before the tags of its toolkit': {
    rules: { tools: { notes: { enable: ['NOTES_WRITE_DRAFT'], tags: ['readOnlyHint'] } } },
    without: ['NOTES_LIST_NOTES', 'NOTES_STAR_PAGE', 'NOTES_DELETE_NOTEBOOK'],
    proxies: others,
  },
  'whose disabled tool comes before the tags of all': {
    rules: { tags: ['readOnlyHint'], tools: { weather: { disable: ['WEATHER_GET_FORECAST'] } } },
    only: reading.filter((slug) => slug !== 'WEATHER_GET_FORECAST'),
    proxies: [],
  },
  'whose disabled tool comes before the tags of its toolkit': {
    rules: {
      tools: { notes: { disable: ['NOTES_LIST_NOTES'], tags: ['readOnlyHint', 'idempotentHint'] } },
    },
    without: ['NOTES_LIST_NOTES', 'NOTES_WRITE_DRAFT'],
    proxies: others,
  },

  // Approvals
  'that asks for a tag': {
    rules: { approvals: { tags: ['destructiveHint'] } },
    asks: destroying,
    proxies: [],
  },
  'that asks for a tool': {
    rules: { approvals: { tools: ['weather_send_alarm'] } },
    asks: ['WEATHER_SEND_ALARM'],
    proxies: ['notes', 'notes-pro', 'vault', 'locked', 'closed'],
  },
  'that asks for a tag and a tool': {
    rules: { approvals: { tags: ['idempotentHint'], tools: ['WEATHER_GET_FORECAST'] } },
    asks: [...repeatable, 'WEATHER_GET_FORECAST'],
    proxies: [],
  },
  'that asks for a tool that it excludes': {
    rules: { toolkits: ['weather'], approvals: { tools: ['NOTES_LIST_NOTES'] } },
    only: weather,
    toolkits: ['weather'],
  },
  'that asks a user without connections': {
    rules: { approvals: { tags: ['openWorldHint'] } },
    user: 'bob',
    asks: [...pro, ...weather],
    unconnected: [...notes, ...single],
    proxies: [],
  },
  'that asks for nothing': { rules: { approvals: {} } },

  // Switches
  'without a workbench': { rules: { workbench: { enable: false } } },
  'without proxy execution': {
    rules: { workbench: { enable_proxy_execution: false } },
    proxies: [],
  },
  'without proxy execution, in the spelling of answers': {
    rules: { workbench: { proxy_execution_enabled: false }, toolkits: ['weather'] },
    only: weather,
    toolkits: ['weather'],
    proxies: [],
  },
  'that does not manage connections': {
    rules: { manage_connections: false },
    user: 'bob',
    unconnected: [...notes, ...single],
  },
  'that sends users back, and waits for them': {
    rules: {
      manage_connections: {
        enable: true,
        callback_url: 'https://app.example/back',
        enable_wait_for_connections: true,
      },
    },
  },
  'that waits for the users of some toolkits': {
    rules: {
      toolkits: { disable: ['vault'] },
      manage_connections: { enable_wait_for_connections: true },
    },
    without: ['VAULT_GET_DEPOSIT'],
    toolkits: ['notes', 'notes-pro', 'weather', 'locked', 'closed'],
  },

  // Accounts
  'that wants one of several accounts named': {
    rules: { multi_account: { require_explicit_selection: true } },
    choose: ['VAULT_GET_DEPOSIT'],
  },
  'that wants an account named, but has one': {
    rules: ({ vaultOld }) => ({
      multi_account: { require_explicit_selection: true },
      connected_accounts: { vault: vaultOld },
    }),
  },
  'that wants one of its two accounts named': {
    rules: ({ vaultOld, vaultNew }) => ({
      multi_account: { require_explicit_selection: true },
      connected_accounts: { vault: [vaultOld, vaultNew] },
    }),
    choose: ['VAULT_GET_DEPOSIT'],
  },
  'that takes any of several accounts': {
    rules: { multi_account: { require_explicit_selection: false } },
  },
  'that asks for an account before an approval': {
    rules: {
      multi_account: { require_explicit_selection: true },
      approvals: { tools: ['VAULT_GET_DEPOSIT'] },
    },
    choose: ['VAULT_GET_DEPOSIT'],
    proxies: ['notes', 'notes-pro', 'weather', 'locked', 'closed'],
  },
  'with an auth config under which nobody is connected': {
    rules: ({ emptyConfig }) => ({ auth_configs: { notes: emptyConfig } }),
    unconnected: notes,
  },
  'with the auth config of its account': {
    rules: ({ notesConfig }) => ({ auth_configs: { notes: notesConfig } }),
  },
  'with a disabled auth config': {
    rules: ({ disabledConfig }) => ({ auth_configs: { vault: disabledConfig } }),
    unconnected: ['VAULT_GET_DEPOSIT'],
  },

  // Custom tools
  'with custom tools': {
    rules: { experimental: { custom_tools: [tool('ORCHARD'), tool('HEDGE', 'notes')] } },
    custom: ['LOCAL_ORCHARD', 'LOCAL_NOTES_HEDGE'],
  },
  'with a custom toolkit': {
    rules: {
      experimental: {
        custom_toolkits: [
          { slug: 'garden', name: 'Garden', description: 'Grows', tools: [tool('ORCHARD')] },
        ],
      },
    },
    custom: ['LOCAL_GARDEN_ORCHARD'],
  },
  'with custom tools and no others': {
    rules: { toolkits: [], experimental: { custom_tools: [tool('ORCHARD')] } },
    only: [],
    toolkits: [],
    custom: ['LOCAL_ORCHARD'],
  },
  'with custom tools, which have no tags': {
    rules: { tags: ['readOnlyHint'], experimental: { custom_tools: [tool('HEDGE', 'weather')] } },
    only: reading,
    proxies: [],
    custom: ['LOCAL_WEATHER_HEDGE'],
  },
  'with a custom tool beside the listed ones of its toolkit': {
    rules: {
      tools: { weather: ['WEATHER_SEND_ALARM'] },
      experimental: { custom_tools: [tool('HEDGE', 'weather')] },
    },
    without: ['WEATHER_GET_FORECAST'],
    proxies: ['notes', 'notes-pro', 'vault', 'locked', 'closed'],
    custom: ['LOCAL_WEATHER_HEDGE'],
  },
}
