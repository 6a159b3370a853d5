import { expect, it } from 'vitest'
import { verifies } from '../../../requirements.ts'
import { importToolkit } from '../../../support/import-toolkit.ts'
import { startService } from '../../../support/start-service.ts'

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const objectOf = (properties: Record<string, unknown>) => ({ type: 'object', properties })

const description = {
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  servers: [{ url: 'https://orders.example' }],
  paths: Object.fromEntries(
    ['orders', 'offers'].map((name) => [
      `/${name}`,
      {
        post: {
          operationId: `create_${name}`,
          requestBody: {
            content: {
              'application/json': {
                schema: objectOf({
                  item: ref('Item'),
                  audit: ref('Audit'),
                  count: { type: 'integer' },
                }),
              },
            },
          },
          responses: { 200: { description: 'ok' } },
        },
      },
    ]),
  ),
  components: {
    schemas: {
      Item: objectOf({ price: ref('Price'), related: { type: 'array', items: ref('Item') } }),
      Price: objectOf({ amount: { type: 'number' } }),
      Audit: objectOf({ price: ref('Price'), trail: ref('Trail') }),
      Trail: objectOf({ steps: { type: 'array', items: ref('Audit') } }),
    },
  },
}

it('leaves the definitions out that only hidden or supplied arguments refer to', async () => {
  verifies('imports.recipe.definitions')
  const service = await startService()
  await importToolkit(service, {
    source: { openapi: description },
    recipe: {
      recipe: 1,
      slug: 'orders',
      name: 'Orders',
      description: { kind: 'openapi' },
      auth: [{ scheme: 'NO_AUTH' }],
      requests: {
        parameters: [{ name: 'item', value: {}, applies_to: ['create_offers'] }],
        hidden: [{ name: 'audit' }],
      },
    },
  })
  const inputOf = async (tool_slug: string) =>
    (await service.client.tools.get({ params: { tool_slug } })).input_parameters
  const orders = await inputOf('ORDERS_CREATE_ORDERS')
  expect(orders['properties']).toEqual({
    item: { $ref: '#/$defs/Item' },
    count: { type: 'integer' },
  })
  expect(Object.keys(orders['$defs'] ?? {})).toEqual(['Item', 'Price'])
  const offers = await inputOf('ORDERS_CREATE_OFFERS')
  expect(Object.keys(offers['properties'] ?? {})).toEqual(['count'])
  expect(offers).not.toHaveProperty('$defs')
})
