/** What comes after a toolkit was added or imported, by how its accounts authenticate. */
export const nextStep = (slug: string, [scheme]: readonly string[]): string => {
  if (scheme === undefined || scheme === 'NO_AUTH') return 'plugboard search "…" finds its tools'
  return scheme === 'OAUTH1' || scheme === 'OAUTH2'
    ? `plugboard toolkits setup ${slug} (register an application), then plugboard connect ${slug} --user ada`
    : `plugboard connect ${slug} --user ada`
}
