import { jsonObject } from './common.ts'
import { endpoint } from './endpoint.ts'

export const description = {
  openapi: endpoint({
    method: 'GET',
    path: '/openapi.json',
    summary: 'Get the OpenAPI 3.1 description of this API',
    auth: 'public',
    cacheable: true,
    responses: { 200: jsonObject },
    errors: ['internal'],
  }),
}
