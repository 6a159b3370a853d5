import { z } from 'zod'
import type { AuthSchemeDefinition } from '../auth-schemes/index.ts'
import type { Server } from '../catalog/index.ts'
import type { Project } from '../endpoint/index.ts'
import { unlessDamaged } from '../platform/secrets/index.ts'
import { anyObject, outline, storedJson } from '../platform/stored-json.ts'
import type { AuthConfig, AuthConfigSettings, ProxyConfig } from './auth-config.ts'
import type { ManagedAuth } from './managed-auth.ts'
import type { AuthConfigRow } from './store.ts'

type Secrets = {
  credentials: Record<string, unknown>
  shared: Record<string, unknown>
  proxy?: ProxyConfig
}

const readStoredSecrets = storedJson(
  'auth_configs.secrets',
  outline<Secrets>({ credentials: anyObject, shared: anyObject, proxy: anyObject.optional() }),
)

const readScheme = storedJson(
  'auth_configs.scheme_definition',
  outline<AuthSchemeDefinition>({
    mode: z.string(),
    authConfigFields: z.array(z.unknown()),
    accountFields: z.array(z.unknown()),
  }),
)

const readServers = storedJson(
  'auth_configs.servers',
  z.array(outline<Server>({ url: z.string() })),
)

export const readSettings = storedJson(
  'auth_configs.settings',
  outline<AuthConfigSettings>({
    toolsForConnectedAccountCreation: z.array(z.string()),
    toolsAvailableForExecution: z.array(z.string()),
    isEnabledForToolRouter: z.boolean(),
  }),
)

export const encryptSecrets = (project: Project, id: string, secrets: Secrets): string =>
  project.dataKey.encrypt(JSON.stringify(secrets), { record: id, field: 'secrets' })

export const readSecrets = (project: Project, row: AuthConfigRow): Secrets =>
  readStoredSecrets(
    project.dataKey.decrypt(row.secrets, { record: row.id, field: 'secrets' }),
    row.id,
  )

export const fromRow = (
  managedAuth: ManagedAuth,
  project: Project,
  row: AuthConfigRow,
): AuthConfig => {
  const readable = unlessDamaged(
    () => readSecrets(project, row),
    () => undefined,
  )
  const secrets: Secrets = readable ?? { credentials: {}, shared: {} }
  const scheme = readScheme(row.scheme_definition, row.id)
  const isManaged = row.is_managed === 1
  return {
    id: row.id,
    projectId: project.id,
    uuid: row.uuid,
    toolkit: row.toolkit_slug,
    name: row.name,
    scheme,
    servers: readServers(row.servers, row.id),
    status: readable ? row.status : 'DISABLED',
    isDamaged: readable === undefined,
    isManaged,
    settings: readSettings(row.settings, row.id),
    credentials: {
      ...(isManaged && readable && managedAuth.credentialsFor(row.toolkit_slug, scheme)),
      ...secrets.credentials,
    },
    sharedCredentials: secrets.shared,
    proxy: secrets.proxy,
    redirectKey: row.redirect_key,
    createdBy: row.created_by,
    createdAt: row.created_at,
    lastUpdatedAt: row.last_updated_at,
  }
}
