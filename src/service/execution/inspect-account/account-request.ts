import type { TriggerRequest } from '../../../contract/import-trigger-request.ts'
import type { ProxiedRequest } from '../../../contract/proxy.ts'
import { fillAccountText, fillAccountValues } from '../../catalog/index.ts'

type Values = Readonly<Record<string, string>>

/**
 * The request that a recipe declares, with the values of the account; `missing`: the first one that
 * it needs and the account lacks. A query or header that names another one is left out.
 */
export const accountRequest = (
  { method, path, query = {}, headers = {}, body }: TriggerRequest,
  values: Values,
): { request: ProxiedRequest } | { missing: string } => {
  const endpoint = fillAccountText(path, values, encodeURIComponent)
  if ('missing' in endpoint) return endpoint
  const content = body && fillAccountValues(body, values)
  if (content && 'missing' in content) return content
  return {
    request: {
      method,
      endpoint: endpoint.filled,
      parameters: [
        ...toParameters('query', query, values),
        ...toParameters('header', { accept: 'application/json', ...headers }, values),
      ],
      ...(content && { body: content.filled as Record<string, unknown> }),
    },
  }
}

const toParameters = (
  type: 'query' | 'header',
  templates: Record<string, string>,
  values: Values,
) =>
  Object.entries(templates).flatMap(([name, template]) => {
    const text = fillAccountText(template, values)
    return 'filled' in text ? [{ type, name, value: text.filled }] : []
  })
