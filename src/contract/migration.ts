import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Resources that had UUIDs before they had today's identifiers (spec 4.10). */
const legacyType = z.enum(['CONNECTED_ACCOUNT', 'AUTH_CONFIG', 'TRIGGER_INSTANCE'])
export type LegacyType = z.infer<typeof legacyType>

export const migration = {
  getNanoid: endpoint({
    method: 'GET',
    path: '/migration/get-nanoid',
    summary: 'Convert a legacy UUID into the current identifier',
    auth: 'project',
    query: z.object({
      uuid: z
        .guid('must be a UUID, such as the `deprecated.uuid` of a record')
        .toLowerCase()
        .describe('`deprecated.uuid` of the record'),
      type: legacyType.describe('Type of the resource'),
    }),
    responses: { 200: z.object({ nanoid: z.string() }) },
    errors: ['invalid_request', 'unauthorized', 'not_found', 'gone', 'internal'],
  }),
}
