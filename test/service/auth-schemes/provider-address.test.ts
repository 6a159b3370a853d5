import { describe, expect, it } from 'vitest'
import { providerAddress } from '../../../src/service/auth-schemes/provider-address.ts'
import type { AccountValues } from '../../../src/service/auth-schemes/scheme.ts'
import type { FieldDescriptor } from '../../../src/service/auth-schemes/index.ts'
import { verifies } from '../../requirements.ts'

const field = (name: string, more: Partial<FieldDescriptor> = {}): FieldDescriptor => ({
  name,
  displayName: name,
  description: '',
  type: 'string',
  required: true,
  default: null,
  isSecret: false,
  userVisible: true,
  ...more,
})

const fill = (
  template: string | undefined,
  {
    values = {},
    client = {},
    fields = [],
  }: { values?: AccountValues; client?: AccountValues; fields?: FieldDescriptor[] } = {},
) =>
  providerAddress(
    {
      definition: { mode: 'OAUTH2', name: '', authConfigFields: [], accountFields: fields },
      values,
      client,
    },
    template,
    'of tokens',
  )

const pattern = '*.example.com'

describe('the address of a provider', () => {
  it.each<[string, string, Parameters<typeof fill>[1]]>([
    ['https://a.example/t', 'https://a.example/t', {}],
    ['https://acme.example.com/t', 'https://{sub}.example.com/t', { values: { sub: 'acme' } }],
    [
      'https://acme-api.example.com:8443/t',
      'https://{sub}-api.example.com:8443/t',
      { values: { sub: 'acme' } },
    ],
    [
      'https://a.example/t/te_n.ant~1',
      'https://a.example/t/{tenant}',
      { values: { tenant: 'te_n.ant~1' } },
    ],
    [
      'https://acme.example.com/t',
      'https://{domain}/t',
      { values: { domain: 'acme.example.com' }, fields: [field('domain', { pattern })] },
    ],
    [
      'https://acme.example.com/t',
      '{base_url}/t',
      {
        values: { base_url: 'https://acme.example.com/' },
        fields: [field('base_url', { pattern })],
      },
    ],
    [
      'http://10.0.0.7:8080/t',
      '{base_url}/t',
      {
        client: { base_url: 'http://10.0.0.7:8080/' },
        values: { base_url: 'https://evil.example' },
      },
    ],
    [
      'https://eu.api.example.com/t',
      'https://{region}.api.example.com/t',
      { fields: [field('region', { default: 'eu' })] },
    ],
    [
      'http://127.0.0.1:99/t',
      '{base_url}/t',
      { fields: [field('base_url', { default: 'http://127.0.0.1:99' })] },
    ],
    [
      'https://a.example/common/t',
      'https://a.example/{tenant}/t',
      { fields: [field('tenant', { default: 'common' })] },
    ],
  ])('is %s', (expected, template, given) => {
    expect(fill(template, given)).toBe(expected)
  })

  it.each<[string, Parameters<typeof fill>[1]]>([
    ['https://{domain}/t', { values: { domain: 'evil.example' } }],
    ['https://{domain}/t', { values: { domain: 'evil.example' }, fields: [field('domain')] }],
    [
      'https://{domain}/t',
      { values: { domain: 'evil.com' }, fields: [field('domain', { pattern: '*.com' })] },
    ],
    [
      'https://{domain}/t',
      { values: { domain: 'evil.example' }, fields: [field('domain', { pattern: '*' })] },
    ],
    [
      'https://{domain}/t',
      {
        values: { domain: 'evilexample.com' },
        fields: [field('domain', { pattern: '*example.com' })],
      },
    ],
    [
      'https://{domain}/t',
      { values: { domain: 'evil.example/.example.com' }, fields: [field('domain', { pattern })] },
    ],
    [
      'https://{domain}/t',
      { values: { domain: 'evil.example#.example.com' }, fields: [field('domain', { pattern })] },
    ],
    [
      'https://{sub}.example.com/t',
      { values: { sub: 'evil.example/#' }, fields: [field('sub', { pattern: 'evil.example/#' })] },
    ],
    ['https://{sub}.example.com/t', { fields: [field('sub', { default: 'evil.example/#' })] }],
    ['{base_url}/t', { values: { base_url: 'https://evil.example' } }],
    ['https://{sub}.example.com/t', { values: { sub: 'evil.example/' } }],
    ['https://{sub}.example.com/t', { values: { sub: 'evil.example#' } }],
    ['https://{sub}.example.com/t', { values: { sub: 'user@evil' } }],
    ['https://{sub}.com/t', { values: { sub: 'evil' } }],
    ['https://{sub}example.com/t', { values: { sub: 'evil' } }],
    ['https://api.{tld}/t', { values: { tld: 'evil' } }],
    ['https://a.example/{tenant}/t', { values: { tenant: '..' } }],
    ['https://a.example/{tenant}/t', { values: { tenant: 'a/b' } }],
    ['https://a.example/{tenant}/t', { values: { tenant: 'a?b' } }],
    ['https://a.example/{tenant}/t', {}],
    ['https://user:pass@a.example/t', {}],
    ['ftp://a.example/t', {}],
  ])('is refused where %s is filled with what an account chose', (template, given) => {
    verifies('auth-schemes.provider-address')
    expect(() => fill(template, given)).toThrow(
      expect.objectContaining({ name: 'GrantError', kind: 'misconfigured' }),
    )
  })

  it('must be there', () => {
    expect(() => fill(undefined)).toThrow('has no address of tokens')
  })
})
