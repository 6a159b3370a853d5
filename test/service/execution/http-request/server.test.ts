import { describe, expect, it } from 'vitest'
import { buildServerUrl } from '../../../../src/service/execution/http-request/build-server-url.ts'
import { build } from './build.ts'

const urlOf = async (
  url: string,
  variables?: Record<string, { default: string; enum?: string[] }>,
  given?: Record<string, string>,
  baseUrl?: string,
) =>
  (
    await build(
      { server: { url, ...(variables && { variables }) }, path: '/x' },
      {},
      { ...(given && { variables: given }), ...(baseUrl && { baseUrl }) },
    )
  ).url

describe('the address of a server', () => {
  it.each([
    ['https://api.example/v1/', undefined, 'https://api.example/v1/x'],
    ['', 'https://base.example/v2/', 'https://base.example/v2/x'],
    ['/', 'https://base.example', 'https://base.example/x'],
    ['/v3', 'https://base.example/', 'https://base.example/v3/x'],
  ])('%j with base %j is %s', async (url, baseUrl, expected) => {
    expect(await urlOf(url, undefined, undefined, baseUrl)).toBe(expected)
  })

  it('takes variables from the account, then from the defaults', async () => {
    const variables = {
      region: { default: 'eu', enum: ['eu', 'us'] },
      shop: { default: 'demo' },
      path: { default: 'v1/api' },
    }
    const url = 'https://{region}.{shop}.example/{path}'
    expect(await urlOf(url, variables)).toBe('https://eu.demo.example/v1/api/x')
    expect(await urlOf(url, variables, { region: 'us', shop: 'my-shop_1', constructor: 'x' })).toBe(
      'https://us.my-shop_1.example/v1/api/x',
    )
    expect(
      await urlOf(
        '{base}/v1',
        { base: { default: 'https://a.example' } },
        { base: 'http://127.0.0.1:8080/' },
      ),
    ).toBe('http://127.0.0.1:8080/v1/x')
    expect(await urlOf('https://{host}/v1', undefined, { host: 'git.example:8443' })).toBe(
      'https://git.example:8443/v1/x',
    )
  })

  it('is built anew for other values and for another base', () => {
    const shop = { url: 'https://{shop}.example' }
    const [ada, bob] = [{ shop: 'ada' }, { shop: 'bob' }]
    const inTurn = [ada, bob, ada, bob].map((variables) => buildServerUrl(shop, { variables }))
    expect(inTurn).toEqual([
      'https://ada.example',
      'https://bob.example',
      'https://ada.example',
      'https://bob.example',
    ])
    expect(() => buildServerUrl(shop, {})).toThrow('needs a value for "shop"')
    const relative = { url: '/v1' }
    const at = (baseUrl: string) => buildServerUrl(relative, { baseUrl, variables: ada })
    expect([at('https://a.example'), at('https://b.example'), at('https://a.example')]).toEqual([
      'https://a.example/v1',
      'https://b.example/v1',
      'https://a.example/v1',
    ])
    expect(() => buildServerUrl(relative, { variables: ada })).toThrow('is not an absolute')
  })

  it('takes a listed value as it is', async () => {
    expect(
      await urlOf(
        'https://a.example/{base}',
        { base: { default: 'v1', enum: ['v1', 'v2/beta'] } },
        { base: 'v2/beta' },
      ),
    ).toBe('https://a.example/v2/beta/x')
  })

  it.each([
    'evil.example/',
    'a@evil.example',
    'a?b',
    'a#b',
    'a\\b',
    'a/b',
    '..',
    '.',
    'a..b',
    '',
    'a b',
    'a:b',
    '{shop}',
    'ä',
    'a\nb',
    '%2f',
  ])('refuses the value %j', async (shop) => {
    await expect(
      urlOf('https://{shop}.example', { shop: { default: 'demo' } }, { shop }),
    ).rejects.toMatchObject({ name: 'RequestBuildError', argument: 'shop' })
  })

  it.each([
    'https://user@evil.example',
    'https://evil.example/path',
    'ftp://evil.example',
    'javascript:alert(1)',
    'https://evil.example?a',
  ])('refuses the whole address %j', async (base) => {
    await expect(
      urlOf('{base}/v1', { base: { default: 'https://a.example' } }, { base }),
    ).rejects.toMatchObject({ name: 'RequestBuildError', argument: 'base' })
  })

  it('refuses what is not listed', async () => {
    await expect(
      urlOf('https://{r}.example', { r: { default: 'eu', enum: ['eu'] } }, { r: 'us' }),
    ).rejects.toMatchObject({ argument: 'r', message: expect.stringContaining('eu') })
  })

  it.each([
    ['/relative'],
    ['ftp://a.example'],
    ['https://user:secret@a.example'],
    ['https://{lost}.example'],
  ])('refuses %s', async (url) => {
    await expect(urlOf(url)).rejects.toThrow(/server|address/)
  })

  it('never says a password', async () => {
    await expect(urlOf('https://user:secret@a.example')).rejects.not.toThrow(/secret/)
  })
})
