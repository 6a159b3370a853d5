import { redirectUri } from '../redirect-uri.ts'

/**
 * What the service says about itself where it is a client that no one registered: the document
 * whose address is the client id.
 */
export const clientMetadata = (publicUrl: string, key: string) => ({
  client_id: clientMetadataUrl(publicUrl, key),
  client_uri: publicUrl,
  ...clientDescription(redirectUri(publicUrl, key)),
  token_endpoint_auth_method: 'none',
})

/** One for each authorization server, as redirect URIs are. */
export const clientMetadataUrl = (publicUrl: string, key: string): string =>
  `${publicUrl}/oauth/client/${key}.json`

/** What a client says about itself (RFC 7591), wherever it says so. */
export const clientDescription = (callbackUrl: string) => ({
  client_name: 'Plugboard',
  redirect_uris: [callbackUrl],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
})
