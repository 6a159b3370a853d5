import type { z } from 'zod'
import type { fieldDescriptor, toolkitDetail, toolkitItem } from '../../contract/toolkits.ts'
import { maximumAliases, type Tool } from '../../contract/tools.ts'
import type { triggerType } from '../../contract/triggers.ts'
import { toToolParameters } from '../../schema/to-tool-parameters.ts'
import type { Project } from '../endpoint/index.ts'
import type { CatalogTool, Toolkit } from './catalog.ts'
import type { FieldDescriptor } from '../auth-schemes/index.ts'
import type { ToolDefinition, TriggerTypeDefinition } from './definitions.ts'
import { toHumanDescription } from './human-description.ts'
import { openRequest } from './mcp/sealed-request.ts'

/** A toolkit in lists (spec 2.5). */
export const toToolkitItem = (
  toolkit: Toolkit,
  managedSchemes: string[],
): z.input<typeof toolkitItem> => ({
  slug: toolkit.definition.slug,
  name: toolkit.definition.name,
  auth_schemes: authModes(toolkit),
  svc_managed_auth_schemes: managedSchemes,
  is_local_toolkit: false,
  no_auth: isNoAuth(toolkit),
  auth_guide_url: toolkit.definition.authGuideUrl ?? null,
  deprecated: { toolkitId: toolkit.definition.slug },
  meta: { ...toMeta(toolkit), categories: toolkit.definition.categories },
})

/** A single toolkit (spec 2.5). */
export const toToolkitDetail = (
  project: Project,
  toolkit: Toolkit,
  managedSchemes: string[],
  availableVersions: string[],
): z.input<typeof toolkitDetail> => ({
  slug: toolkit.definition.slug,
  name: toolkit.definition.name,
  enabled: true,
  svc_managed_auth_schemes: managedSchemes,
  is_local_toolkit: false,
  auth_config_details: toolkit.definition.authSchemes.map((scheme) => ({
    mode: scheme.mode,
    name: scheme.name,
    fields: {
      auth_config_creation: toFieldLists(scheme.authConfigFields),
      connected_account_initiation: toFieldLists(scheme.accountFields),
    },
    ...(toolkit.definition.baseUrl !== undefined && {
      proxy: { base_url: toolkit.definition.baseUrl },
    }),
    auth_hint_url: scheme.setup?.url ?? toolkit.definition.authGuideUrl ?? null,
    ...(scheme.setup && { setup: scheme.setup }),
    ...(scheme.oauth?.defaultScopes && { default_scopes: scheme.oauth.defaultScopes }),
    ...(scheme.scopeSets && { scope_sets: scheme.scopeSets }),
    ...(scheme.oauth && {
      deprecated_auth_provider_details: {
        ...(scheme.oauth.authorizationUrl !== undefined && {
          authorization_url: scheme.oauth.authorizationUrl,
        }),
        ...(scheme.oauth.tokenUrl !== undefined && { token_url: scheme.oauth.tokenUrl }),
      },
    }),
  })),
  auth_guide_url: toolkit.definition.authGuideUrl ?? null,
  ...(toolkit.definition.baseUrl !== undefined && { base_url: toolkit.definition.baseUrl }),
  ...toTrust(project, toolkit),
  meta: {
    ...toMeta(toolkit),
    categories: toolkit.definition.categories.map(({ id, name }) => ({ slug: id, name })),
    available_versions: availableVersions,
  },
  verifies_connections: toolkit.definition.account?.verification !== undefined,
  ...toCurrentUser(toolkit),
  deprecated: {
    toolkitId: toolkit.definition.slug,
    ...deprecatedCurrentUser(toolkit),
    rawProxyInfoByAuthSchemes: toolkit.definition.authSchemes.map(({ mode }) => ({
      auth_scheme: mode,
      ...(toolkit.definition.baseUrl !== undefined && {
        proxy: { base_url: toolkit.definition.baseUrl },
      }),
    })),
  },
})

const toCurrentUser = ({ definition: { account } }: Toolkit) => {
  const request = account?.verification?.request
  return (
    request && {
      get_current_user_endpoint: request.path,
      get_current_user_endpoint_method: request.method,
    }
  )
}

const deprecatedCurrentUser = ({ definition: { account } }: Toolkit) =>
  account?.verification && { getCurrentUserEndpoint: account.verification.request.path }

/** How far the project trusts the MCP server that the toolkit comes from. */
const toTrust = (project: Project, { definition: { slug, mcp } }: Toolkit) => {
  if (!mcp) return {}
  const { annotations = 'untrusted', changes = 'stage' } = openRequest(project, slug, mcp.sealed)
  return { annotations, changes }
}

/** A tool as returned to agents and in lists (spec 2.6). */
export const toTool = (
  toolkit: Toolkit,
  { version, definition, overrides }: CatalogTool,
  availableVersions: string[],
  names: readonly string[] = [],
): Tool => ({
  slug: definition.slug,
  ...toAliases(definition.slug, names),
  name: definition.name,
  description: definition.description,
  toolkit: {
    slug: toolkit.definition.slug,
    name: toolkit.definition.name,
    logo: toolkit.definition.logo ?? '',
  },
  ...parametersOf(definition),
  no_auth: definition.noAuth || isNoAuth(toolkit),
  version,
  available_versions: availableVersions,
  scopes: definition.scopes,
  tags: definition.tags,
  ...(overrides && { annotations: overrides }),
  human_description: toHumanDescription(definition.description) || definition.name,
  is_deprecated: definition.isDeprecated,
  deprecated: {
    displayName: definition.name,
    version,
    available_versions: availableVersions,
    is_deprecated: definition.isDeprecated,
    toolkit: { logo: toolkit.definition.logo ?? '' },
  },
})

/** The other slugs of a tool; left out when there are none. */
const toAliases = (slug: string, names: readonly string[]): Pick<Tool, 'aliases'> => {
  const aliases = names.filter((name) => name !== slug).slice(0, maximumAliases)
  return aliases.length === 0 ? {} : { aliases }
}

/**
 * Versions of tools never change, so their schemas are scanned once as long as the catalog caches
 * them.
 */
const knownParameters = new WeakMap<
  ToolDefinition,
  Pick<Tool, 'input_parameters' | 'output_parameters'>
>()

const parametersOf = (
  definition: ToolDefinition,
): Pick<Tool, 'input_parameters' | 'output_parameters'> => {
  const known = knownParameters.get(definition)
  if (known) return known
  const made = {
    input_parameters: toToolParameters(definition.inputParameters),
    output_parameters: toToolParameters(definition.outputParameters),
  }
  knownParameters.set(definition, made)
  return made
}

/** A trigger type (spec 2.7). */
export const toTriggerType = (
  toolkit: Toolkit,
  { poll: _poll, webhook: _webhook, ...trigger }: TriggerTypeDefinition,
): z.input<typeof triggerType> => ({
  ...trigger,
  toolkit: {
    slug: toolkit.definition.slug,
    name: toolkit.definition.name,
    logo: toolkit.definition.logo ?? '',
  },
  version: toolkit.version,
})

/** Whether the toolkit's tools need no connected account. */
export const isNoAuth = (toolkit: Toolkit): boolean =>
  toolkit.definition.authSchemes.every((scheme) => scheme.mode === 'NO_AUTH')

export const toFieldDescriptor = (field: FieldDescriptor): z.input<typeof fieldDescriptor> => ({
  name: field.name,
  displayName: field.displayName,
  description: field.description,
  type: field.type,
  required: field.required,
  default: field.default,
  is_secret: field.isSecret,
  user_visible: field.userVisible,
  ...(field.url !== undefined && { url: field.url }),
  ...(field.oneOf && { one_of: field.oneOf }),
})

const authModes = (toolkit: Toolkit): string[] =>
  toolkit.definition.authSchemes.length === 0
    ? ['NO_AUTH']
    : toolkit.definition.authSchemes.map((scheme) => scheme.mode)

const toMeta = (toolkit: Toolkit) => ({
  created_at: toolkit.createdAt,
  updated_at: toolkit.updatedAt,
  description: toolkit.definition.description,
  logo: toolkit.definition.logo ?? '',
  app_url: toolkit.definition.appUrl ?? null,
  triggers_count: toolkit.definition.triggers.length,
  tools_count: toolkit.toolsCount,
  version: toolkit.version,
})

const toFieldLists = (fields: FieldDescriptor[]) => ({
  required: fields.filter((field) => field.required).map(toFieldDescriptor),
  optional: fields.filter((field) => !field.required).map(toFieldDescriptor),
})
