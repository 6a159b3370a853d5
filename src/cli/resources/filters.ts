/** Filters that lists of several resources have, under the name of the field of each. */

export const byUser = {
  flags: '--user <id>',
  description: 'only of this user',
  to: 'query.user_ids',
  kind: 'list',
} as const

export const byToolkit = {
  flags: '--toolkit <slug>',
  description: 'only of this toolkit',
  to: 'query.toolkit_slugs',
  kind: 'list',
} as const

export const byAuthConfig = {
  flags: '--auth-config <id>',
  description: 'only of this auth config (ac_…)',
  to: 'query.auth_config_ids',
  kind: 'list',
} as const
