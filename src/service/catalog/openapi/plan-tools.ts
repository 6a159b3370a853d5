import type { AuthSchemeDefinition } from '../../auth-schemes/index.ts'
import { readSecurity, type SecurityRequirement } from './auth/read-security.ts'
import type { ToolPlan } from './build-tool.ts'
import type { OpenApiDocument } from './document/open-document.ts'
import type { Operation } from './operation/read-operations.ts'
import type { ImportOptions } from './import-options.ts'
import { readServer } from './operation/read-servers.ts'
import type { SlugAssignment } from './slugs/assign-slugs.ts'

export type PlanParts = {
  document: OpenApiDocument
  operations: Operation[]
  slugs: Map<string, SlugAssignment>
  schemes: AuthSchemeDefinition[]
  options: ImportOptions
}

/**
 * What a tool takes from the document around its operation: slug, server, and whether it needs an
 * account.
 */
export const planTools = ({
  document,
  operations,
  slugs,
  schemes,
  options,
}: PlanParts): ((operation: Operation) => ToolPlan) => {
  const declaresSecurity =
    document.root.security !== undefined ||
    operations.some(({ value }) => value.security !== undefined)
  const placements = new Set(
    schemes
      .flatMap((scheme) => scheme.placements ?? [])
      .map(({ in: place, name }) => placeOf(place, name)),
  )
  // When the import request names the schemes, only the operation itself can declare that it needs
  // none. Otherwise, a description without any security is assumed incomplete; in one with
  // security, an operation without requirements is public.
  const isOpen = ({ value }: Operation, security: SecurityRequirement[] | undefined) =>
    options.auth
      ? Array.isArray(value.security) && value.security.length === 0
      : declaresSecurity && (security ?? []).length === 0
  return (operation) => {
    const security = readSecurity(document, operation)
    return {
      operation,
      slug: (slugs.get(operation.key) as SlugAssignment).slug,
      server: readServer(document, [operation.value, operation.item], options),
      security,
      noAuth: schemes.length === 0 || isOpen(operation, security),
      isCredential: (place, name) => placements.has(placeOf(place, name)),
    }
  }
}

const placeOf = (place: string, name: string): string =>
  `${place} ${place === 'header' ? name.toLowerCase() : name}`
