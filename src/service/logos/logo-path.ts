const folder = '/logos/'

/** Where this service serves a logo. */
export const logoPath = (hash: string): string => `${folder}${hash}`

/**
 * The address of a stored logo. Undefined for the address of a third party, as earlier versions
 * stored it: it is fetched when the toolkit is imported again.
 */
export const logoAddress = (path: string | undefined, publicUrl: string): string | undefined =>
  path?.startsWith(folder) ? `${publicUrl}${path}` : undefined
