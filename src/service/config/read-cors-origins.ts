/** Parses a list of origins, or returns why it cannot be used. */
export const readCorsOrigins = (text: string): string[] | { problem: string } => {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  const problem = entries.map(problemOf).find((found) => found !== undefined)
  return problem === undefined ? [...new Set(entries)] : { problem }
}

const problemOf = (entry: string): string | undefined => {
  if (entry.includes('*'))
    return `contains "${entry}": list each origin, because otherwise any page could call the service`
  const url = URL.parse(entry)
  if (!url || !/^https?:$/.test(url.protocol))
    return `contains "${entry}", which is not an http(s) origin such as https://app.example.com`
  return url.origin === entry
    ? undefined
    : `contains "${entry}": browsers send this origin as ${url.origin}`
}
