import type { EndpointAuth } from '../../contract/endpoint.ts'
import type { Project } from './project.ts'

/** The caller of a request with a project's or a user's key. */
export type ProjectCaller = {
  kind: 'project' | 'user'
  keyId: string
  organizationId: string
  project: Project
}

/** The caller of a request with the organization's key. */
export type OrganizationCaller = { kind: 'organization'; keyId: string; organizationId: string }

/** The caller of a request with a connect token: one user, in a browser. */
export type TicketCaller = {
  kind: 'ticket'
  keyId: string
  organizationId: string
  project: Project
  userId: string
  /** Null: all toolkits. */
  toolkits: readonly string[] | null
}

export type Caller = ProjectCaller | OrganizationCaller | TicketCaller

/**
 * Authenticates the caller by the headers that the operation accepts; throws 401. Returns `null`
 * for a public operation.
 */
export type Authenticate = (
  auth: EndpointAuth,
  header: (name: string) => string | undefined,
) => Promise<Caller | null>
