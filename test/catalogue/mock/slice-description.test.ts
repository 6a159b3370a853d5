import { expect, it, onTestFinished } from 'vitest'
import { verifies } from '../../requirements.ts'
import { startPrism } from '../../support/prism.ts'
import { readPrismProblem } from '../../support/read-prism-problem.ts'
import { sliceDescription } from './slice-description.ts'
import { isThorough } from '../../support/thorough.ts'

const note = {
  type: 'object',
  required: ['title'],
  properties: { title: { type: 'string' }, tags: { $ref: '#/components/schemas/Tags' } },
}

const description = {
  openapi: '3.0.3',
  info: { title: 'Notes', version: '1' },
  servers: [{ url: 'https://notes.example/v1' }],
  paths: {
    '/notes': {
      post: {
        operationId: 'makeNote',
        security: [{ key: [] }],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Note' } } },
        },
        responses: { 201: { description: 'made' } },
      },
      get: { operationId: 'listNotes', responses: { 200: { description: 'all' } } },
    },
  },
  components: {
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'x-key' } },
    schemas: {
      Note: note,
      Tags: { type: 'array', items: { type: 'string' } },
      Unused: { type: 'object' },
    },
  },
}

it.runIf(isThorough)(
  'leaves a mock that still refuses what the description does not allow',
  async () => {
    verifies('catalogue.mock')
    const sliced = sliceDescription(description, {
      wanted: [{ operationId: 'makeNote' }],
      prefix: '/v1',
      hasSecurity: true,
      addsJson: false,
    })
    expect(JSON.stringify(sliced)).not.toMatch(/Unused|listNotes/)
    const prism = await startPrism(sliced)
    onTestFinished(prism.close)
    const problemOf = async (path: string, body: unknown, key: Record<string, string>) => {
      const response = await fetch(`${prism.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...key },
        body: JSON.stringify(body),
      })
      return readPrismProblem({
        headers: Object.fromEntries(response.headers),
        body: await response.text(),
      })
    }
    const key = { 'x-key': 'one' }
    expect(await problemOf('/v1/notes', { title: 'a', tags: ['b'] }, key)).toBeUndefined()
    expect(await problemOf('/v1/notes', { tags: ['b'] }, key)).toMatchObject({
      kind: 'violation',
      reason: expect.stringContaining("must have required property 'title'"),
    })
    expect(await problemOf('/v1/notes', { title: 'a', tags: [{}] }, key)).toMatchObject({
      kind: 'violation',
    })
    expect(await problemOf('/v1/notes', { title: 'a' }, {})).toMatchObject({
      reason: expect.stringContaining('security'),
    })
    expect(await problemOf('/notes', { title: 'a' }, key)).toMatchObject({
      reason: expect.stringContaining('no path matched'),
    })
  },
)
