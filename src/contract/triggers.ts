import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { jsonObject, page, pageQuery, queryList, toolkitSlug, toolkitVersions, upperCaseSlug } from './common.ts'

/** An event source of a toolkit (2.7). */
export const triggerType = z.object({
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  instructions: z.string(),
  type: z.enum(['webhook', 'poll']),
  toolkit: z.object({ slug: z.string(), name: z.string().describe('Deprecated: use slug'), logo: z.string() }),
  config: jsonObject.describe('JSON Schema of the configuration'),
  payload: jsonObject.describe('JSON Schema of the delivered data'),
  version: z.string(),
})

const errors = ['invalid_request', 'unauthorized', 'not_found', 'internal'] as const

export const triggerTypes = {
  list: endpoint({
    method: 'GET',
    path: '/triggers_types',
    summary: 'List trigger types',
    auth: 'project',
    query: z.object({
      toolkit_slugs: queryList(toolkitSlug).optional(),
      toolkit_versions: toolkitVersions.optional(),
      ...pageQuery,
    }),
    responses: { 200: page(triggerType) },
    errors,
  }),
  get: endpoint({
    method: 'GET',
    path: '/triggers_types/{slug}',
    summary: 'Get a trigger type',
    auth: 'project',
    params: z.object({ slug: upperCaseSlug }),
    query: z.object({ toolkit_versions: toolkitVersions.optional() }),
    responses: { 200: triggerType },
    errors,
  }),
}
