import type { EndpointAuth } from '../endpoint.ts'

const apiKey = (name: string, description: string) => ({
  type: 'apiKey',
  in: 'header',
  name,
  description,
})

/** The three ways to carry a key (spec 5). */
export const securitySchemes = {
  ApiKeyAuth: apiKey('x-api-key', "A project's key"),
  UserApiKeyAuth: apiKey('x-user-api-key', "A person's key for one project"),
  OrgApiKeyAuth: apiKey('x-org-api-key', "An organization's key"),
}

type SecurityScheme = keyof typeof securitySchemes

const alternatives: Record<EndpointAuth, readonly SecurityScheme[]> = {
  project: ['ApiKeyAuth', 'UserApiKeyAuth'],
  organization: ['OrgApiKeyAuth'],
  owner: ['OrgApiKeyAuth', 'ApiKeyAuth', 'UserApiKeyAuth'],
  public: [],
}

/** Any one of the listed keys opens the operation. */
export const toSecurity = (auth: EndpointAuth) =>
  alternatives[auth].map((scheme) => ({ [scheme]: [] }))
