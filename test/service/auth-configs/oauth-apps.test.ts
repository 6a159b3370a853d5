import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readOAuthApps } from '../../../src/service/auth-configs/index.ts'
import { readConfig } from '../../../src/service/config/config.ts'
import { verifies } from '../../requirements.ts'

const folder = mkdtempSync(join(tmpdir(), 'plugboard-apps-'))
afterAll(() => rmSync(folder, { recursive: true }))

const read = (content: unknown) => {
  const path = join(folder, 'apps.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  const { oauthAppsFile } = readConfig({ PLUGBOARD_ROOT_KEYS: '1:x', PLUGBOARD_OAUTH_APPS: path })
  expect(oauthAppsFile).toEqual({ path, isOptional: false })
  return readOAuthApps({ path, isOptional: false })
}

const app = { client_id: 'id', client_secret: 'a-secret-0123456789', hosts: ['login.example.com'] }

describe('PLUGBOARD_OAUTH_APPS', () => {
  it('names a file of OAuth applications', () => {
    verifies('auth-configs.managed.file')
    expect(readConfig({ PLUGBOARD_ROOT_KEYS: '1:x' })).not.toHaveProperty('oauthAppsFile')
    expect(
      read({
        plain: { client_id: 'id', client_secret: 'a-secret-0123456789' },
        notes: app,
        github: {
          ...app,
          scopes: ['repo'],
          auth_scheme: 'OAUTH1',
          hosts: ['*.example.com:8443', 'http://localhost:3000', '127.0.0.1:4000'],
        },
      }),
    ).toEqual({
      plain: {
        client_id: 'id',
        client_secret: 'a-secret-0123456789',
        auth_scheme: 'OAUTH2',
      },
      notes: { ...app, auth_scheme: 'OAUTH2' },
      github: {
        ...app,
        scopes: ['repo'],
        auth_scheme: 'OAUTH1',
        hosts: ['*.example.com:8443', 'http://localhost:3000', '127.0.0.1:4000'],
      },
    })
  })

  it.each<[string, unknown, string]>([
    ['is not JSON', `{"notes": {"client_secret": "a-secret-0123456789"`, 'is not JSON'],
    ['is a list', [app], 'does not contain OAuth applications'],
    ['names none of its hosts', { notes: { ...app, hosts: [] } }, 'notes.hosts'],
    ['lets every host in', { notes: { ...app, hosts: ['*'] } }, 'notes.hosts.0'],
    ['lets a whole top-level domain in', { notes: { ...app, hosts: ['*.com'] } }, 'notes.hosts.0'],
    [
      'gives an address for a host',
      { notes: { ...app, hosts: ['https://login.example.com/token'] } },
      'notes.hosts.0',
    ],
    ['lacks the secret', { notes: { ...app, client_secret: undefined } }, 'notes.client_secret'],
    [
      'has a scheme that no application is for',
      { notes: { ...app, auth_scheme: 'API_KEY' } },
      'notes.auth_scheme',
    ],
    ['has a misspelt setting', { notes: { ...app, scope: 'read' } }, 'scope'],
    ['writes a slug in capitals', { Notes: app }, 'Notes'],
  ])(
    'stops the start when the file %s, and does not say what is in it',
    (_name, content, problem) => {
      verifies('auth-configs.managed.file')
      expect(() => read(content)).toThrow(
        expect.objectContaining({ name: 'ConfigError', message: expect.stringContaining(problem) }),
      )
      expect(() => read(content)).not.toThrow('a-secret-0123456789')
    },
  )

  it('stops the start when there is no such file', () => {
    verifies('auth-configs.managed.file')
    expect(() =>
      readConfig({ PLUGBOARD_ROOT_KEYS: '1:x', PLUGBOARD_OAUTH_APPS: join(folder, 'none.json') }),
    ).toThrow(
      expect.objectContaining({
        name: 'ConfigError',
        message: expect.stringContaining('cannot be read'),
      }),
    )
  })
})
