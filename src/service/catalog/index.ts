import type { DescriptionCache } from '../descriptions/index.ts'
import type { Capability, Project } from '../endpoint/index.ts'
import type { Logos } from '../logos/index.ts'
import type { Platform } from '../platform/open-platform.ts'
import type { Projects } from '../projects/index.ts'
import { createCatalogRules } from './catalog.ts'
import { createToolkitChanges } from './changes/toolkit-changes.ts'
import {
  toolHandlers,
  toolkitHandlers,
  triggerTypeHandlers,
  type CatalogHandlerParts,
} from './handlers.ts'
import { createSourceCheck } from './documents/check-sources.ts'
import { createImports, type Imports } from './imports.ts'
import type { ListingAccounts } from './mcp/import-mcp.ts'
import { catalogMigrations } from './migrations.ts'
import { createRemoveSuperseded, type VersionUse } from './remove-superseded.ts'
import { catalogRetention } from './retention.ts'

type Needs = {
  projects: Projects
  logos: Logos
  descriptions: DescriptionCache
  listingAccounts: () => ListingAccounts
  /** How long an MCP server may take to list its tools. */
  mcpListingMs: number
  /** Whether something was created with a version of a toolkit and lives on. */
  isPinned: (projectId: string, use: VersionUse) => Promise<boolean>
  /** Settles when a search of the project finds all its tools. */
  indexTools: (project: Project, signal: AbortSignal) => Promise<void>
} & Pick<
  CatalogHandlerParts,
  'rankTools' | 'rankToolkits' | 'countExecutions' | 'toolkitsOfAuthConfigs' | 'managedSchemes'
>

/** Toolkits with their tools and trigger types, and their imports. */
export const createCatalog = (platform: Platform, needs: Needs) => {
  const { projects } = needs
  const catalog = createCatalogRules({ ...platform, projects })
  const imports = createImports({ ...platform, ...needs })
  const parts = {
    ...platform,
    ...needs,
    catalog,
    imports,
    toolkitChanges: createToolkitChanges({ ...platform, projects }),
  }
  return {
    api: {
      ...catalog,
      refreshToolkit: imports.refresh,
      startShipped: imports.startShipped,
      checkSources: createSourceCheck({ ...platform, ...needs }),
    },
    handlers: {
      toolkits: toolkitHandlers(parts),
      tools: toolHandlers(parts),
      triggerTypes: triggerTypeHandlers(parts),
    },
    migrations: catalogMigrations,
    retention: catalogRetention(platform.kept, createRemoveSuperseded({ ...platform, ...needs })),
  } satisfies Capability
}

export { appliesTo, type RuledOperation } from './applies-to.ts'
export { freeHostVariables } from './free-host-variables.ts'
export {
  longestAnswer,
  versionOf,
  type Catalog,
  type CatalogTool,
  type Toolkit,
  type ToolSummary,
} from './catalog.ts'
export type {
  BodyTemplate,
  GraphQlRequestTemplate,
  HttpRequestTemplate,
  JsonSchema,
  McpRequestTemplate,
  ParameterTemplate,
  SuppliedArgument,
  ToolDefinition,
  TriggerTypeDefinition,
} from './definitions.ts'
export {
  printSelection,
  selectFields,
  SelectionError,
  type GraphQlTypes,
} from './graphql/selection/index.ts'
export { toToolCheck, type ToolListFilter } from './list-tools.ts'
export type StartShipped = Imports['startShipped']
export type { SourceState } from './documents/check-sources.ts'
export type CheckSources = ReturnType<typeof createSourceCheck>
export type { ListingAccounts } from './mcp/import-mcp.ts'
export {
  readParameterHeaders,
  withoutParameterHeaders,
  type ParameterHeader,
} from './mcp/parameter-headers.ts'
export { verdictOf } from './import-warning.ts'
export { openRequest } from './mcp/sealed-request.ts'
export {
  fillAccountText,
  fillAccountValues,
  lookedUpNames,
  readRecipe,
  schemesOf,
} from './recipe/index.ts'
export { nameInData } from './name-in-data.ts'
export { toSlugPrefix } from './possible-owners.ts'
export {
  isInCategory,
  searchToolkits,
  selectToolkits,
  type RankToolkits,
} from './select-toolkits.ts'
export {
  authorityOf,
  baseServerOf,
  hostVariables,
  serversOf,
  variablesOfHost,
  type Server,
} from './toolkit-servers.ts'
export { getTriggerType, isWithdrawn, type TriggerType } from './trigger-types.ts'
export { isNoAuth, toFieldDescriptor } from './view.ts'
