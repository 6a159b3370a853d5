const folder = '/logos/'

/** The path under which this service serves a logo. */
export const logoPath = (hash: string): string => `${folder}${hash}`

/**
 * The address of a stored logo. Undefined for a third party's address, which earlier versions
 * stored: such a logo is fetched at the toolkit's next import.
 */
export const logoAddress = (path: string | undefined, publicUrl: string): string | undefined =>
  path?.startsWith(folder) ? `${publicUrl}${path}` : undefined
