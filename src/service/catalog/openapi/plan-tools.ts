import type { AuthSchemeDefinition } from '../../auth-schemes/index.ts'
import { readSecurity, type SecurityRequirement } from './auth/read-security.ts'
import type { ToolPlan } from './build-tool.ts'
import type { OpenApiDocument } from './document/open-document.ts'
import type { Operation } from './operation/read-operations.ts'
import type { ImportOptions } from './import-options.ts'
import type { Servers } from './operation/read-all-servers.ts'
import type { Credentials } from './secrets/find-credentials.ts'
import { isSelected } from './select-operations.ts'
import type { SlugAssignment } from '../slug-owners/assign-wanted.ts'

export type PlanParts = {
  document: OpenApiDocument
  operations: Operation[]
  slugs: Map<string, SlugAssignment>
  schemes: AuthSchemeDefinition[]
  credentials: Credentials
  isForFew: boolean
  servers: Servers
  options: ImportOptions
}

/**
 * What a tool takes from the document around its operation: slug, server, and whether it needs an
 * account.
 */
export const planTools = (parts: PlanParts): ((operation: Operation) => ToolPlan) => {
  const { document, slugs, schemes, credentials, servers } = parts
  const isOpen = openOperations(parts)
  return (operation) => {
    const slug = (slugs.get(operation.key) as SlugAssignment).slug
    const security = readSecurity(document, operation)
    return {
      operation,
      slug,
      server: servers.of(operation),
      security,
      noAuth: schemes.length === 0 || isOpen(operation, slug, security),
      credentials: credentials.of(operation.key),
    }
  }
}

/**
 * Whether an operation needs no account.
 *
 * What the import request says wins over the description: many say `security: []` where they mean
 * that they do not say. An operation with a parameter for the credential needs one. A description
 * without any security is assumed incomplete; in one with security, an operation without
 * requirements is public.
 */
const openOperations = ({ document, operations, credentials, isForFew, options }: PlanParts) => {
  const declaresSecurity =
    document.root.security !== undefined ||
    operations.some(({ value }) => value.security !== undefined)
  const asking = new Set(credentials.found.map(({ operation }) => operation))
  return (
    operation: Operation,
    slug: string,
    security: SecurityRequirement[] | undefined,
  ): boolean => {
    if (options.auth) return !isSelected({ include: options.authAppliesTo ?? [] }, operation, slug)
    if (asking.has(operation.key)) return false
    return isForFew || (declaresSecurity && (security ?? []).length === 0)
  }
}
