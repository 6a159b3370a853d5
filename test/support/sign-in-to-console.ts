import type { TestService } from './start-service.ts'

/** What a browser says of a request of the service's own page. */
export const ownPage = { 'sec-fetch-site': 'same-origin' }

export const signInBy = (
  service: TestService,
  link: string,
  headers: Record<string, string> = ownPage,
) =>
  service.request('POST', '/console/session', {
    body: { token: new URL(link).hash.slice(1) },
    headers,
  })

/** Signs in, and gives the headers of a request of the console. */
export const signIn = async (service: TestService) => {
  const { headers, body } = await signInBy(service, await service.createConsoleLink())
  const cookie = headers.get('set-cookie') ?? ''
  return { ...ownPage, cookie: cookie.split(';')[0] ?? '', 'x-plugboard-csrf': String(body.csrf) }
}
