import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ParameterTemplate } from '../../../../src/service/catalog/definitions.ts'
import { build, parameter } from './build.ts'

const list = ['blue', 'black', 'brown']
const object = { R: 100, G: 200, B: 150 }

const pathOf = async (more: Partial<ParameterTemplate>, color: unknown) =>
  (
    await build({ path: '/{color}', parameters: [parameter('path', 'color', more)] }, { color })
  ).url.slice('https://api.example/'.length)

const queryOf = async (more: Partial<ParameterTemplate>, color: unknown) =>
  (await build({ parameters: [parameter('query', 'color', more)] }, { color })).url.slice(
    'https://api.example/'.length,
  )

describe('a path parameter', () => {
  // The table of "Style Examples" in OpenAPI 3.1.1.
  it.each([
    ['simple', false, 'blue', 'blue'],
    ['simple', false, list, 'blue,black,brown'],
    ['simple', true, list, 'blue,black,brown'],
    ['simple', false, object, 'R,100,G,200,B,150'],
    ['simple', true, object, 'R=100,G=200,B=150'],
    ['label', false, 'blue', '.blue'],
    ['label', false, list, '.blue,black,brown'],
    ['label', true, list, '.blue.black.brown'],
    ['label', false, object, '.R,100,G,200,B,150'],
    ['label', true, object, '.R=100.G=200.B=150'],
    ['matrix', false, 'blue', ';color=blue'],
    ['matrix', false, list, ';color=blue,black,brown'],
    ['matrix', true, list, ';color=blue;color=black;color=brown'],
    ['matrix', false, object, ';color=R,100,G,200,B,150'],
    ['matrix', true, object, ';R=100;G=200;B=150'],
    ['simple', false, true, 'true'],
    ['simple', false, 0, '0'],
    ['simple', false, ['a,b', 'c/d'], 'a%2Cb,c%2Fd'],
  ] as const)('in style %s, explode %s: %j is %s', async (style, explode, value, expected) => {
    expect(await pathOf({ style, explode }, value)).toBe(expected)
  })

  it.each(['', null, undefined, [], {}, '.', '..'])('refuses %j', async (value) => {
    await expect(pathOf({}, value)).rejects.toMatchObject({
      name: 'RequestBuildError',
      argument: 'color',
      message: expect.stringContaining('color'),
    })
  })

  it('that is the name of a resource keeps its slashes, and no part of it traverses', async () => {
    const name = { keepsSlashes: true as const }
    expect(await pathOf(name, 'spaces/a b/messages/1?c#d\\e')).toBe(
      'spaces/a%20b/messages/1%3Fc%23d%5Ce',
    )
    for (const value of ['', null, '/a', 'a/', 'a//b', 'a/../b', '..', 'a/.', 'a/%2E%2e'])
      await expect(pathOf(name, value)).rejects.toMatchObject({
        name: 'RequestBuildError',
        argument: 'color',
      })
  })

  it('can not traverse together with the text around it', async () => {
    const dotted = { path: '/a/.{rest}', parameters: [parameter('path', 'rest')] }
    await expect(build(dotted, { rest: '.' })).rejects.toMatchObject({ argument: 'rest' })
    await expect(pathOf({ style: 'label' }, '.')).rejects.toMatchObject({ argument: 'color' })
    expect((await build(dotted, { rest: 'x' })).url).toBe('https://api.example/a/.x')
  })

  it('may let reserved characters through that do not end its segment', async () => {
    expect(await pathOf({ allowReserved: true }, 'a:b@c/d?e#f%2Fg')).toBe('a:b@c%2Fd%3Fe%23f%252Fg')
  })

  it('declared by a media type is written in it', async () => {
    expect(await pathOf({ contentType: 'application/json' }, { a: 1 })).toBe('%7B%22a%22%3A1%7D')
  })

  it('stands among fixed text and several in one segment', async () => {
    const parameters = [
      parameter('path', 'base'),
      parameter('path', 'head'),
      parameter('path', 'format'),
    ]
    const { url } = await build(
      {
        path: '/compare/{base}...{head}.{format}?kind=short#part',
        parameters: [...parameters, parameter('query', 'q')],
      },
      { base: 'a', head: 'b', format: 'diff', q: 1 },
    )
    expect(url).toBe('https://api.example/compare/a...b.diff?kind=short&q=1')
  })

  it('that the template forgot is named', async () => {
    await expect(build({ path: '/{lost}' }, {})).rejects.toMatchObject({ argument: 'lost' })
  })

  it('stays one segment and keeps its value, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
        fc.constantFrom('simple', 'label', 'matrix'),
        async (value, style) => {
          fc.pre(!['.', '..'].includes(value) && !(style === 'label' && value === '.'))
          const parameters = [
            parameter('path', 'id', { style: style as ParameterTemplate['style'] }),
          ]
          const url = new URL(
            (await build({ path: '/things/{id}/end', parameters }, { id: value })).url,
          )
          const segments = url.pathname.split('/')
          expect([
            url.origin,
            url.search,
            url.hash,
            segments.length,
            segments[1],
            segments[3],
          ]).toEqual(['https://api.example', '', '', 4, 'things', 'end'])
          expect(decodeURIComponent(segments[2] as string)).toBe(
            `${{ simple: '', label: '.', matrix: ';id=' }[style]}${value.toWellFormed()}`,
          )
        },
      ),
      {
        examples: [
          ['../..', 'simple'],
          ['%2e%2e', 'simple'],
          ['a\\b', 'simple'],
          ['?x#y', 'matrix'],
          ['\u0000', 'simple'],
          ['\ud800', 'simple'],
        ],
      },
    )
  })
})

describe('a query parameter', () => {
  it.each([
    ['form', true, 'blue', '?color=blue'],
    ['form', true, '', '?color='],
    ['form', true, list, '?color=blue&color=black&color=brown'],
    ['form', false, list, '?color=blue,black,brown'],
    ['form', true, object, '?R=100&G=200&B=150'],
    ['form', false, object, '?color=R,100,G,200,B,150'],
    ['spaceDelimited', false, list, '?color=blue%20black%20brown'],
    ['spaceDelimited', true, list, '?color=blue&color=black&color=brown'],
    ['spaceDelimited', false, object, '?color=R%20100%20G%20200%20B%20150'],
    ['pipeDelimited', false, list, '?color=blue%7Cblack%7Cbrown'],
    ['pipeDelimited', false, object, '?color=R%7C100%7CG%7C200%7CB%7C150'],
    ['deepObject', true, object, '?color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150'],
    [
      'deepObject',
      true,
      { a: { b: ['x', { c: 'y' }] }, n: null },
      '?color%5Ba%5D%5Bb%5D%5B0%5D=x&color%5Ba%5D%5Bb%5D%5B1%5D%5Bc%5D=y',
    ],
    ['form', true, null, ''],
    ['form', true, undefined, ''],
    ['form', true, [], ''],
    ['form', true, [null, 'a', undefined], '?color=a'],
    ['form', false, {}, ''],
    ['deepObject', true, {}, ''],
    ['form', true, [{ a: 1 }], '?color=%7B%22a%22%3A1%7D'],
    ['form', false, ['a,b', 'c&d=e'], '?color=a%2Cb,c%26d%3De'],
    ['form', true, "a b+c!'()*", '?color=a%20b%2Bc%21%27%28%29%2A'],
  ] as const)('in style %s, explode %s: %j is %s', async (style, explode, value, expected) => {
    expect(await queryOf({ style, explode }, value)).toBe(expected)
  })

  it('may let reserved characters through that do not end its value', async () => {
    expect(await queryOf({ allowReserved: true }, "/a?b=c:d@e!$'()*,;%41 %zz&f+g#h[i]")).toBe(
      "?color=/a?b=c:d@e!$'()*,;%41%20%25zz%26f%2Bg%23h%5Bi%5D",
    )
  })

  it('declared by a media type is written in it', async () => {
    expect(await queryOf({ contentType: 'application/json' }, { a: [1] })).toBe(
      '?color=%7B%22a%22%3A%5B1%5D%7D',
    )
    expect(await queryOf({ contentType: 'application/json' }, 'x')).toBe('?color=%22x%22')
    expect(await queryOf({ contentType: 'text/plain' }, 'x')).toBe('?color=x')
  })

  it('keeps its wire name', async () => {
    const { url } = await build(
      { parameters: [parameter('query', 'label_names', { name: 'labels[]' })] },
      { label_names: ['a', 'b'] },
    )
    expect(url).toBe('https://api.example/?labels%5B%5D=a&labels%5B%5D=b')
  })

  it('comes back as it was sent', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 1, maxLength: 4 }),
        text,
        async (values, name) => {
          const parameters = [
            parameter('query', 'many', { name }),
            parameter('query', 'joined', { name: `${name}~`, explode: false }),
          ]
          const url = new URL((await build({ parameters }, { many: values, joined: values })).url)
          expect(url.searchParams.getAll(name.toWellFormed())).toEqual(
            values.map((value) => value.toWellFormed()),
          )
          const joined = url.search.split('&').at(-1)?.split('=')[1] ?? ''
          expect(joined.split(',').map(decodeURIComponent)).toEqual(
            values.map((value) => value.toWellFormed()),
          )
        },
      ),
    )
  })

  it('of a nested object comes back as it was sent', async () => {
    const key = fc.stringMatching(/^[a-z.&= ]{1,5}$/)
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.string({ maxLength: 5 }),
        fc.dictionary(key, tie('value'), { minKeys: 1, maxKeys: 3, noNullPrototype: true }),
      ),
    }))
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(key, value, { minKeys: 1, maxKeys: 3, noNullPrototype: true }),
        async (filter) => {
          const { url } = await build(
            { parameters: [parameter('query', 'filter', { style: 'deepObject', explode: true })] },
            { filter },
          )
          expect(readDeepObject(new URL(url).searchParams)).toEqual({ filter })
        },
      ),
    )
  })
})

/** The reader of `a[b][c]=d`, written anew. */
const readDeepObject = (query: URLSearchParams): unknown => {
  const root: Record<string, unknown> = {}
  for (const [path, value] of query) {
    const keys = path.replaceAll(']', '').split('[')
    let place = root
    for (const key of keys.slice(0, -1)) place = (place[key] ??= {}) as Record<string, unknown>
    place[keys.at(-1) as string] = value
  }
  return root
}

describe('header and cookie parameters', () => {
  it('are sent as OpenAPI says', async () => {
    const parameters = [
      parameter('header', 'X-List'),
      parameter('header', 'X-Object', { explode: true }),
      parameter('header', 'X-Json', { contentType: 'application/json' }),
      parameter('cookie', 'theme'),
      parameter('cookie', 'ids'),
      parameter('cookie', 'flat', { explode: false }),
      parameter('cookie', 'none'),
    ]
    const { headers } = await build(
      { parameters },
      {
        'X-List': ['a', 'b c'],
        'X-Object': object,
        'X-Json': { é: 1 },
        theme: 'dark; a=b',
        ids: [1, 2],
        flat: ['x', 'y'],
        none: null,
      },
    )
    expect(headers).toEqual({
      'x-list': 'a,b c',
      'x-object': 'R=100,G=200,B=150',
      'x-json': '{"é":1}',
      cookie: 'theme=dark%3B%20a%3Db; ids=1; ids=2; flat=x,y',
    })
  })

  it.each(['a\r\nX-Evil: 1', 'a\nb', 'a\u0000', '日本', '\u0100'])('refuse %j', async (value) => {
    await expect(
      build({ parameters: [parameter('header', 'X-A', { argument: 'a' })] }, { a: value }),
    ).rejects.toMatchObject({ name: 'RequestBuildError', argument: 'a' })
  })

  it('ask for media types in order', async () => {
    expect((await build({ accept: ['application/json'] }, {})).headers).toEqual({
      accept: 'application/json',
    })
    expect((await build({ accept: ['application/json', 'text/csv', '*/*'] }, {})).headers).toEqual({
      accept: 'application/json, text/csv;q=0.9, */*;q=0.8',
    })
  })
})

it('arrives at a server as it was built', async () => {
  const server = createServer((request, response) =>
    response.end(JSON.stringify({ url: request.url, headers: request.headers })),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const parameters = [
    parameter('path', 'id'),
    parameter('query', 'q', { style: 'pipeDelimited', explode: false }),
    parameter('header', 'X-Note'),
    parameter('cookie', 'c'),
  ]
  const request = await build(
    { server: { url }, path: '/things/{id}', parameters },
    { id: "../a b'/ü", q: ['a|b', "c'd"], 'X-Note': 'tag é', c: 'ü' },
  )
  const received = (await (await fetch(request.url, { headers: request.headers })).json()) as {
    url: string
    headers: Record<string, string>
  }
  server.close()
  expect(received.url).toBe('/v1/things/..%2Fa%20b%27%2F%C3%BC?q=a%7Cb%7Cc%27d')
  expect(received.headers).toMatchObject({ 'x-note': 'tag é', cookie: 'c=%C3%BC' })
})

describe('a parameter in the query of a path', () => {
  const template = {
    path: '/search?type={type}&q={q}&v={1}',
    parameters: [
      parameter('path', 'type'),
      parameter('path', 'q', { allowReserved: true }),
      parameter('query', 'page'),
    ],
  }

  it('is filled, and ends no value', async () => {
    const { url } = await build(template, { type: 'a/b', q: 'x&y=1#z', page: 2 })
    expect(url).toBe('https://api.example/search?type=a%2Fb&q=x%26y%3D1%23z&v={1}&page=2')
    expect((await build(template, { type: '..', q: '' })).url).toBe(
      'https://api.example/search?type=..&q=&v={1}',
    )
  })

  it('is required', async () => {
    await expect(build(template, { type: 'a' })).rejects.toThrow('Argument "q" is required')
  })
})
