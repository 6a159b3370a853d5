import type { EndpointAuth } from '../../contract/endpoint.ts'
import type { Project } from './project.ts'

/** Who makes a request with a project's or a user's key. */
export type ProjectCaller = {
  kind: 'project' | 'user'
  keyId: string
  organizationId: string
  project: Project
}

/** Who makes a request with the organization's key. */
export type OrganizationCaller = { kind: 'organization'; keyId: string; organizationId: string }

export type Caller = ProjectCaller | OrganizationCaller

/**
 * Finds out who calls, from the headers that the operation accepts; throws 401. `null`: the
 * operation is public.
 */
export type Authenticate = (
  auth: EndpointAuth,
  header: (name: string) => string | undefined,
) => Promise<Caller | null>
