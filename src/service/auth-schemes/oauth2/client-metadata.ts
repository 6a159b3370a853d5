/** What the service says about itself where it is a client that no one registered: the document whose address is the client id. */
export const clientMetadata = (publicUrl: string) => ({
  client_id: clientMetadataUrl(publicUrl),
  client_uri: publicUrl,
  ...clientDescription(`${publicUrl}/oauth/callback`),
  token_endpoint_auth_method: 'none',
})

export const clientMetadataUrl = (publicUrl: string): string => `${publicUrl}/oauth/client.json`

/** What a client says about itself (RFC 7591), wherever it says so. */
export const clientDescription = (callbackUrl: string) => ({
  client_name: 'Plugboard',
  redirect_uris: [callbackUrl],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
})
