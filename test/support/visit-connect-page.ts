/** A user with a browser that has cookies and forms, but no eyes. */
export const createVisitor = () => {
  let cookie = ''
  const visit = async (url: string, init: RequestInit = {}) => {
    const response = await fetch(url, {
      redirect: 'manual',
      ...init,
      headers: {
        ...(cookie !== '' && { cookie }),
        ...(init.headers as Record<string, string> | undefined),
      },
    })
    const [given] = response.headers.getSetCookie()
    if (given) cookie = given.split(';', 1)[0] ?? ''
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      html: text,
      leadsTo:
        /http-equiv="refresh" content="0;url=([^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ??
        null,
      formToken: /name="form_token" value="([^"]*)"/.exec(text)?.[1] ?? '',
    }
  }
  return {
    visit,
    /**
     * Opens the page of a link and sends its form, as a browser that says where forms come from.
     */
    connect: async (url: string, values: Record<string, string> = {}) => {
      const { formToken } = await visit(url)
      return visit(url, submission(formToken, values))
    },
  }
}

export const submission = (
  formToken: string,
  values: Record<string, string>,
  headers: Record<string, string> = { 'sec-fetch-site': 'same-origin', origin: 'null' },
): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  body: new URLSearchParams({
    form_token: formToken,
    ...Object.fromEntries(Object.entries(values).map(([name, value]) => [`value.${name}`, value])),
  }).toString(),
})
