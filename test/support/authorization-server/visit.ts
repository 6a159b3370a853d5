/** What a user does with an authorization server's pages. */
export type Visit = {
  /** Signs in under this name; default `amber`. */
  user?: string
  /** Says no instead of yes. */
  deny?: boolean
}

type Cookie = { name: string; value: string; path: string }

/**
 * Follows an authorization address as a browser would, signs in and agrees; gives the address that
 * the server sends the browser back to.
 */
export const visit = async (
  origin: string,
  address: string | URL,
  { user = 'amber', deny = false }: Visit = {},
): Promise<URL> => {
  const cookies = new Map<string, Cookie>()
  let url = new URL(address, origin)
  let form: URLSearchParams | undefined
  for (let steps = 0; steps < 20; steps++) {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: cookiesFor(cookies, url) },
      ...(form && { method: 'POST', body: form }),
    })
    for (const cookie of answer.headers.getSetCookie().map(parseCookie))
      cookies.set(`${cookie.path} ${cookie.name}`, cookie)
    const location = answer.headers.get('location')
    if (location !== null) {
      url = new URL(location, url)
      form = undefined
      if (url.origin !== origin) return url
    } else {
      const prompt = /name="prompt" value="(\w+)"/.exec(await answer.clone().text())?.[1]
      if (prompt === undefined)
        throw new Error(`${url.pathname} answered ${answer.status}: ${await answer.text()}`)
      if (deny) url = new URL(`${url.pathname}/abort`, url)
      else form = new URLSearchParams({ prompt, login: user, password: 'anything' })
    }
  }
  throw new Error('The authorization server does not come to an end')
}

const cookiesFor = (cookies: Map<string, Cookie>, { pathname }: URL): string =>
  [...cookies.values()]
    .filter(({ path, value }) => value !== '' && pathname.startsWith(path))
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ')

const parseCookie = (line: string): Cookie => {
  const [pair = '', ...attributes] = line.split(/; */)
  const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/'
  return { name: pair.slice(0, pair.indexOf('=')), value: pair.slice(pair.indexOf('=') + 1), path }
}
