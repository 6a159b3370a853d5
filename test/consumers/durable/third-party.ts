import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const operation = {
  operationId: 'createInvoice',
  summary: 'Create an invoice',
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['customer'],
          properties: { customer: { type: 'string' } },
        },
      },
    },
  },
  responses: { 201: { description: 'Created' } },
}

/** A third party on loopback that counts the invoices of each customer. */
export const startThirdParty = async () => {
  const invoices: string[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const { customer } = JSON.parse(body) as { customer: string }
    invoices.push(customer)
    response.writeHead(201, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ number: invoices.length }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    description: {
      openapi: '3.1.0',
      info: { title: 'Billing', version: '1' },
      servers: [{ url: `http://${host}` }],
      paths: { '/invoices': { post: operation } },
    },
    count: (customer: string) => invoices.filter((each) => each === customer).length,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
