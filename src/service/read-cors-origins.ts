/** Says why a list of origins cannot be used, or gives them. */
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
    return `names "${entry}": list each origin, as any page could call the service otherwise`
  const url = URL.parse(entry)
  if (!url || !/^https?:$/.test(url.protocol))
    return `names "${entry}", which is no http(s) origin such as https://app.example.com`
  return url.origin === entry
    ? undefined
    : `names "${entry}": browsers send this origin as ${url.origin}`
}
