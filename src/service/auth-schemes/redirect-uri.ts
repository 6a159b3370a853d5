/**
 * Where a provider sends users back to. Null: the shared path, which does not tell authorization
 * servers apart.
 */
export const redirectUri = (publicUrl: string, key: string | null): string =>
  `${publicUrl}/oauth/callback${key === null ? '' : `/${key}`}`
