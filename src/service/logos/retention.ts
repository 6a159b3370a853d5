import type { Retention } from '../platform/retention/index.ts'

export const logoRetention: readonly Retention[] = [
  {
    table: 'logos',
    user: null,
    key: ['hash', 'project_id', 'toolkit_slug'],
    scope: 'project_id',
    owners: [
      {
        event: 'toolkit.deleted',
        column: 'toolkit_slug',
        property: 'toolkit',
        createdAt: 'created_at',
      },
    ],
  },
]
