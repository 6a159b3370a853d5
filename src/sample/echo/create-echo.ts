import type { Hono } from 'hono'
import { z } from 'zod'
import { createThirdParty } from '../create-third-party.ts'
import { openApiDocument, type OpenApiDocument } from '../openapi-document.ts'
import { operation } from '../operation.ts'

/**
 * The echo third party: one operation without authentication, so that benchmarks measure the
 * caller.
 */
export const createEcho = (url: string): Hono =>
  createThirdParty({ document: () => echoDocument(url), identify: () => undefined }, [echoMessage])

export const echoDocument = (url: string): OpenApiDocument =>
  openApiDocument(
    {
      title: 'Echo',
      description: 'Answers what it is sent.',
      url,
      schemas: { EchoRequest: echoRequest, Echo: echo },
    },
    [echoMessage],
  )

const echoRequest = z.object({
  message: z.string().describe('The text to send back'),
  uppercase: z.boolean().optional().describe('Send it back in capital letters'),
})

const echo = z.object({
  message: z.string().describe('The text that was sent'),
  length: z.int().min(0).describe('Its number of UTF-16 code units'),
})

const echoMessage = operation({
  method: 'POST',
  path: '/echo',
  operationId: 'echoMessage',
  summary: 'Echo a message',
  description: 'Sends a message back with its length, in capital letters if asked.',
  tags: ['echo'],
  input: { body: echoRequest },
  answer: { status: 200, description: 'The message', schema: echo },
  errors: [400, 415, 422],
  handle: ({ body: { message, uppercase } }) => ({
    message: uppercase ? message.toUpperCase() : message,
    length: message.length,
  }),
})
