type Outcome<Error extends string | null> = { data: Record<string, unknown>; error: Error }

const replacement = '(left out: a link to a page of this service that a third party gave)'

/** What may be an address, as it stands in a text, in JSON or in Markdown. */
const address = /[^\s"'`<>()[\]{}\\|]+/g

/** The token of a page on which a person connects an account or approves a call. */
const pageToken = /(?<![0-9A-Za-z])(?:lk_[0-9A-Za-z]{22}|al_[0-9A-Za-z]{27})/

/** Lets nearly every text through by itself. */
const suspicion = /(?:lk|al)_[0-9A-Za-z]{22}|\/(?:connect|approve)\//i

/**
 * What a third party answered, without links to pages of this service.
 *
 * Whoever opens a page to connect or to approve does so for the project and the user that it was made for. A third party may have one
 * that was made for itself, and shown beside the service's own it would pass for one of them; those come from where they are made.
 */
export const withoutOwnLinks = <Error extends string | null>({ data, error }: Outcome<Error>, publicUrl: string): Outcome<Error> => {
  const clean = (text: string): string => text.replaceAll(address, (found) => (leadsToPage(found, publicUrl) ? replacement : found))
  return { data: isSuspect(data) ? (mapTexts(data, clean) as Outcome<Error>['data']) : data, error: (error && clean(error)) as Error }
}

const leadsToPage = (found: string, publicUrl: string): boolean => {
  const [, own = ''] = publicUrl.toLowerCase().split('://')
  const text = found.toLowerCase()
  return pageToken.test(found) || text.includes(`${own}/connect/`) || text.includes(`${own}/approve/`)
}

const isSuspect = (value: unknown): boolean => {
  if (typeof value === 'string') return suspicion.test(value)
  if (Array.isArray(value)) return value.some(isSuspect)
  return typeof value === 'object' && value !== null && Object.entries(value).some(([key, entry]) => suspicion.test(key) || isSuspect(entry))
}

const mapTexts = (value: unknown, map: (text: string) => string): unknown => {
  if (typeof value === 'string') return map(value)
  if (Array.isArray(value)) return value.map((entry) => mapTexts(entry, map))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [map(key), mapTexts(entry, map)]))
}
