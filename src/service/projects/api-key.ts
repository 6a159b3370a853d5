import type { Clock } from '../platform/clock.ts'
import { createId, createSecret } from '../platform/ids.ts'
import { hashToken } from '../platform/secrets/index.ts'
import type { ApiKeyRow } from './store.ts'

/** The prefix of each kind of key. */
const prefixes = { project: 'pbk_', user: 'pbu_', organization: 'pbo_' } as const

/** Creates a key, with a text if it is given one. Its text is shown once; only its hash and last four characters are stored. */
export const createKey = (
  clock: Clock,
  owner: {
    kind: ApiKeyRow['kind']
    organizationId: string
    projectId: string | null
    name: string
  },
  text = createSecret(prefixes[owner.kind]),
): { text: string; row: ApiKeyRow } => ({
  text,
  row: {
    id: createId('key_'),
    kind: owner.kind,
    organization_id: owner.organizationId,
    project_id: owner.projectId,
    name: owner.name,
    hash: hashToken(text),
    hint: text.slice(-4),
    created_at: clock.now().toISOString(),
  },
})

/** What may be shown of a key later: its kind and its last characters. */
export const toMaskedKey = ({ kind, hint }: Pick<ApiKeyRow, 'kind' | 'hint'>): string =>
  `${prefixes[kind]}***${hint}`
