import { describe, expect, it } from 'vitest'
import { describeApi, importTool, importTools, operation } from './describe-api.ts'

const one = (server: unknown, more: object = {}) =>
  describeApi(
    { '/x': { get: operation(more as Record<string, unknown>) } },
    { servers: server === undefined ? undefined : [{ url: server }] },
  )

describe('the server of a tool', () => {
  it('is the one nearest to the operation', async () => {
    const paths = {
      '/a': { get: operation() },
      '/b': {
        servers: [{ url: 'https://path.example/' }],
        get: operation(),
        post: operation({ servers: [{ url: 'https://operation.example' }] }),
      },
    }
    const { tools } = await importTools(describeApi(paths))
    expect(tools.map(({ operation, request }) => [operation, request.server.url])).toEqual([
      ['GET /a', 'https://api.shop.example/v1'],
      ['GET /b', 'https://path.example'],
      ['POST /b', 'https://operation.example'],
    ])
  })

  it('keeps its variables, and gives the toolkit its address with the defaults', async () => {
    const servers = [
      {
        url: '{scheme}://{shop}.example.com/{base}',
        variables: {
          scheme: { default: 'https', enum: ['https', 'http'] },
          shop: { default: 'demo' },
          base: { default: 'v1/api' },
        },
      },
    ]
    const { tools, toolkit } = await importTools(
      describeApi({ '/x': { get: operation() } }, { servers }),
    )
    expect(tools[0]?.request.server).toEqual({
      url: '{scheme}://{shop}.example.com/{base}',
      variables: {
        scheme: { default: 'https', enum: ['https', 'http'] },
        shop: { default: 'demo' },
        base: { default: 'v1/api' },
      },
    })
    expect(toolkit.baseUrl).toBe('https://demo.example.com/v1/api')
  })

  it.each([
    ['/v2', 'https://docs.shop.example/api/openapi.json', 'https://docs.shop.example/v2'],
    ['v2/', 'https://docs.shop.example/api/openapi.json', 'https://docs.shop.example/api/v2'],
    ['//cdn.shop.example', 'https://docs.shop.example/openapi.json', 'https://cdn.shop.example'],
    [undefined, 'https://docs.shop.example/openapi.json', 'https://docs.shop.example'],
  ])('%s is relative to the address of the description', async (url, sourceUrl, expected) => {
    expect((await importTool(one(url), { sourceUrl })).request.server.url).toBe(expected)
  })

  it.each([
    ['https://api.shop.example/v1', 'http://127.0.0.1:4010/', 'http://127.0.0.1:4010'],
    ['/v1', 'http://127.0.0.1:4010', 'http://127.0.0.1:4010/v1'],
    ['/', 'https://other.example/api', 'https://other.example/api'],
  ])('%s gives way to the given base URL %s', async (url, baseUrl, expected) => {
    const { tools, toolkit } = await importTools(one(url), { baseUrl })
    expect(tools[0]?.request.server).toEqual({ url: expected })
    expect(toolkit.baseUrl).toBe(expected)
  })

  it('that is relative to nothing is noted', async () => {
    const { toolkit, report } = await importTools(one('/v1'))
    expect(toolkit.baseUrl).toBeUndefined()
    expect(report.notes).toEqual([expect.stringContaining('base_url')])
  })
})
