import type { EndpointAuth } from '../endpoint.ts'

const apiKey = (name: string, description: string) => ({
  type: 'apiKey',
  in: 'header',
  name,
  description,
})

/** The ways to carry a key (spec 5), and a token of one user. */
export const securitySchemes = {
  ApiKeyAuth: apiKey('x-api-key', "A project's key"),
  UserApiKeyAuth: apiKey('x-user-api-key', "A person's key for one project"),
  OrgApiKeyAuth: apiKey('x-org-api-key', "An organization's key"),
  ConnectTokenAuth: apiKey(
    'x-connect-token',
    'A connect token of one user, from a page with an origin that the token names',
  ),
}

type SecurityScheme = keyof typeof securitySchemes

const alternatives: Record<EndpointAuth, readonly SecurityScheme[]> = {
  project: ['ApiKeyAuth', 'UserApiKeyAuth'],
  organization: ['OrgApiKeyAuth'],
  owner: ['OrgApiKeyAuth', 'ApiKeyAuth', 'UserApiKeyAuth'],
  ticket: ['ConnectTokenAuth'],
  public: [],
}

/** Any one of the listed keys opens the operation. */
export const toSecurity = (auth: EndpointAuth) =>
  alternatives[auth].map((scheme) => ({ [scheme]: [] }))
