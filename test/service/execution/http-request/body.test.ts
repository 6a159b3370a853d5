import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BodyTemplate } from '../../../../src/service/catalog/definitions.ts'
import { RequestBuildError } from '../../../../src/service/execution/http-request/index.ts'
import { build, parameter } from './build.ts'

const bodyOf = async (body: Partial<BodyTemplate>, args: Record<string, unknown>) => {
  const template: BodyTemplate = {
    contentType: 'application/json',
    encoding: 'json',
    from: { argument: 'body' },
    ...body,
  }
  return build(
    { method: 'POST', path: '/x/{id}', parameters: [parameter('path', 'id')], body: template },
    { id: 1, ...args },
  )
}

const form = { contentType: 'application/x-www-form-urlencoded', encoding: 'form' } as const
const multipart = { contentType: 'multipart/form-data', encoding: 'multipart' } as const
const flat = (...names: string[]) => ({
  properties: Object.fromEntries(names.map((name) => [name, name])),
  open: false,
})

describe('a JSON body', () => {
  it('is one argument, or made of several', async () => {
    expect(await bodyOf({}, { body: [1, null] })).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '[1,null]',
    })
    const { body } = await bodyOf(
      { from: { properties: { title: 'title', body_id: 'id' }, open: false } },
      { title: null, body_id: 2, other: 3 },
    )
    expect(body).toBe('{"title":null,"id":2}')
  })

  it('that is open takes what leaves nowhere else', async () => {
    const { body } = await bodyOf(
      { from: { properties: { body_id: 'id' }, open: true } },
      { body_id: 2, more: { a: 1 }, none: undefined },
    )
    expect(JSON.parse(String(body))).toEqual({ id: 2, more: { a: 1 } })
  })

  it('keeps names that every object has', async () => {
    const args = JSON.parse('{"id": 1, "__proto__": {"a": 1}, "constructor": "c"}') as Record<
      string,
      unknown
    >
    const template = {
      contentType: 'application/json',
      encoding: 'json',
      from: { properties: {}, open: true },
    } as const
    expect(
      (
        await build(
          { method: 'POST', parameters: [parameter('query', 'id')], body: template },
          args,
        )
      ).body,
    ).toBe('{"__proto__":{"a":1},"constructor":"c"}')
    expect(
      (await bodyOf({ from: { properties: { toString: 'toString' }, open: false } }, {})).body,
    ).toBeUndefined()
  })

  it('without any argument is sent only when it is required', async () => {
    expect(await bodyOf({ from: flat('a') }, {})).not.toHaveProperty('body')
    expect((await bodyOf({ from: flat('a') }, {})).headers).toEqual({})
    expect((await bodyOf({ from: flat('a'), required: true }, {})).body).toBe('{}')
    expect(await bodyOf({}, {})).not.toHaveProperty('body')
    await expect(bodyOf({ required: true }, {})).rejects.toMatchObject({
      name: 'RequestBuildError',
      argument: 'body',
    })
  })

  it('is not there when the template has none', async () => {
    expect(await build({ method: 'GET' }, { body: 'x' })).toEqual({
      url: 'https://api.example/',
      method: 'GET',
      headers: {},
    })
  })
})

describe('a form', () => {
  it('writes each field in its style', async () => {
    const parts = {
      piped: { style: 'pipeDelimited', explode: false },
      deep: { style: 'deepObject', explode: true },
      json: { contentType: 'application/json' },
    } as const
    const names = ['text', 'list', 'object', 'piped', 'deep', 'json', 'none']
    const { body, headers } = await bodyOf(
      { ...form, from: flat(...names), parts },
      {
        text: 'a b&c=ü+',
        list: [1, 2],
        object: { a: 1 },
        piped: ['x', 'y'],
        deep: { a: { b: 'c' } },
        json: [1],
        none: null,
      },
    )
    expect(headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect(body).toBe(
      'text=a%20b%26c%3D%C3%BC%2B&list=1&list=2&object=%7B%22a%22%3A1%7D&piped=x%7Cy&deep%5Ba%5D%5Bb%5D=c&json=%5B1%5D',
    )
  })

  it('as one argument must be an object', async () => {
    expect((await bodyOf(form, { body: { a: 1 } })).body).toBe('a=1')
    await expect(bodyOf(form, { body: [1] })).rejects.toMatchObject({ argument: 'body' })
  })

  it('is read back by any form parser', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.string({ unit: 'binary', maxLength: 6 }), fc.string({ unit: 'binary' }), {
          minKeys: 1,
          noNullPrototype: true,
        }),
        async (fields) => {
          const { body } = await bodyOf(form, { body: fields })
          const read = [...new URLSearchParams(String(body))]
          expect(read).toEqual(
            Object.entries(fields).map(([name, value]) => [
              name.toWellFormed(),
              value.toWellFormed(),
            ]),
          )
        },
      ),
    )
  })
})

describe('a multipart body', () => {
  const read = async ({ headers, body }: Awaited<ReturnType<typeof bodyOf>>) =>
    new Response(body as Uint8Array<ArrayBuffer>, { headers }).formData()
  const file = (text: string, more: object = {}) => ({
    base64: Buffer.from(text).toString('base64'),
    ...more,
  })

  it('carries fields and files', async () => {
    const parts = {
      photo: { binary: true },
      more: { binary: true, array: true },
      meta: { contentType: 'application/json' },
    }
    const built = await bodyOf(
      {
        ...multipart,
        from: {
          properties: {
            title: 'title',
            photo: 'photo',
            more: 'more',
            meta: 'meta',
            tags: 'tags',
            none: 'none',
          },
          open: false,
        },
        parts,
      },
      {
        title: 'Größe',
        photo: file('bytes', { filename: 'a"b\r\n.png', contentType: 'image/png' }),
        more: [file('1'), file('2')],
        meta: { a: [1] },
        tags: ['x', 'y'],
        none: null,
      },
    )
    expect(Buffer.from(built.body as Uint8Array).toString()).toContain(
      'Content-Disposition: form-data; name="photo"; filename="a%22b%0D%0A.png"\r\nContent-Type: image/png\r\n\r\nbytes\r\n',
    )
    expect(Buffer.from(built.body as Uint8Array).toString()).toContain(
      'name="meta"\r\nContent-Type: application/json\r\n\r\n{"a":[1]}\r\n',
    )
    const data = await read(built)
    expect(data.get('title')).toBe('Größe')
    expect(data.getAll('tags')).toEqual(['x', 'y'])
    expect(await (data.get('photo') as File).text()).toBe('bytes')
    expect(await Promise.all(data.getAll('more').map((item) => (item as File).text()))).toEqual([
      '1',
      '2',
    ])
    expect(data.has('none')).toBe(false)
  })

  it('keeps the type that the description fixes', async () => {
    const built = await bodyOf(
      {
        ...multipart,
        from: flat('doc'),
        parts: { doc: { binary: true, contentType: 'application/pdf' } },
      },
      { doc: file('x', { contentType: 'image/png' }) },
    )
    expect((await read(built)).get('doc')).toMatchObject({ type: 'application/pdf', name: 'doc' })
  })

  it('names the argument of a file that can not be read', async () => {
    const template = {
      method: 'POST',
      body: {
        ...multipart,
        from: { properties: { body_doc: 'doc' }, open: false },
        parts: { doc: { binary: true } },
      },
    } as const
    const loadBinary = () => Promise.reject(new RequestBuildError('', 'no such file'))
    await expect(build(template, { body_doc: {} }, { loadBinary })).rejects.toMatchObject({
      argument: 'body_doc',
      message: 'Argument "body_doc": no such file',
    })
  })

  it('is read back by any multipart parser', async () => {
    // The parser of the platform reads line ends within a name as browsers escape them, so names
    // here have none.
    const name = fc.stringMatching(/^[a-z0-9 äß\][.-]{1,8}$/)
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(name, fc.string({ unit: 'binary' }), { minKeys: 1, noNullPrototype: true }),
        fc.uint8Array(),
        async (fields, bytes) => {
          const parts = { FILE: { binary: true } }
          const data = await read(
            await bodyOf(
              { ...multipart, parts },
              { body: { ...fields, FILE: { base64: Buffer.from(bytes).toString('base64') } } },
            ),
          )
          for (const [key, value] of Object.entries(fields))
            expect(data.get(key)).toBe(value.toWellFormed())
          expect(new Uint8Array(await (data.get('FILE') as File).arrayBuffer())).toEqual(bytes)
        },
      ),
      { numRuns: 50 },
    )
  })
})

describe('text and bytes', () => {
  it('are sent as they are', async () => {
    expect(
      await bodyOf({ contentType: 'text/plain', encoding: 'text' }, { body: 'ü' }),
    ).toMatchObject({ headers: { 'content-type': 'text/plain; charset=utf-8' }, body: 'ü' })
    expect(
      await bodyOf({ contentType: 'application/xml', encoding: 'text' }, { body: '<a/>' }),
    ).toMatchObject({ headers: { 'content-type': 'application/xml' }, body: '<a/>' })
    const bytes = { base64: 'AP8=' }
    expect(
      await bodyOf(
        { contentType: 'image/png', encoding: 'binary' },
        { body: { ...bytes, contentType: 'image/gif' } },
      ),
    ).toMatchObject({ headers: { 'content-type': 'image/png' }, body: Buffer.from([0, 255]) })
    expect(
      await bodyOf(
        { contentType: 'application/octet-stream', encoding: 'binary' },
        { body: { ...bytes, contentType: 'image/gif' } },
      ),
    ).toMatchObject({ headers: { 'content-type': 'image/gif' } })
    expect(
      await bodyOf(
        { contentType: 'application/octet-stream', encoding: 'binary' },
        { body: bytes },
      ),
    ).toMatchObject({ headers: { 'content-type': 'application/octet-stream' } })
  })
})
