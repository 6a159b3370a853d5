/** The path under which this service serves a logo. */
export const logoPath = (hash: string): string => `/logos/${hash}`
