/**
 * A small site on which a user manages their own connections, with `<plugboard-connections>`.
 *
 *     node -C plugboard-source examples/connections-page.ts           # checks itself and ends
 *     node -C plugboard-source examples/connections-page.ts --open    # stays, for your browser
 *
 * The site is an application of another origin than the service: it makes a connect token for the
 * user who is signed in, and its page has a strict policy.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Plugboard } from 'plugboard'
import { startPlayground } from './support/start-playground.ts'
import { step } from './support/step.ts'

step('Start a service with a sample issue tracker and a calendar that users can connect')
await using service = await startPlayground()
const plugboard = new Plugboard({ baseUrl: service.url, apiKey: service.apiKey })
await plugboard.client.authConfigs.create({ body: { toolkit: { slug: 'tracker' } } })

step('Start the site: its backend makes a token for the user who is signed in')
const policy = [
  "default-src 'none'",
  `script-src ${service.url}/connections/element.js`,
  `connect-src ${service.url}`,
  `img-src ${service.url} data:`,
].join('; ')
const { integrity } = (await (await fetch(`${service.url}/connections/element.json`)).json()) as {
  integrity: string
}
const site = createServer(async (_request, response) => {
  const { token } = await plugboard.client.connectTokens.create({
    body: { user_id: 'ada', allowed_origins: [origin] },
  })
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
  })
  response.end(`<!doctype html>
<html lang="en">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Settings</title>
  <script type="module" src="${service.url}/connections/element.js" integrity="${integrity}" crossorigin></script>
  <h1>Settings</h1>
  <plugboard-connections token="${token}"></plugboard-connections>
</html>`)
}).listen(0, '127.0.0.1')
await once(site, 'listening')
const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
console.log(origin)

if (process.argv.includes('--open')) await once(process, 'SIGINT')

step('Ask what the element asks for, as its page would')
const page = await (await fetch(origin)).text()
const token = /token="([^"]+)"/.exec(page)?.[1] ?? ''
const list = (from: string) =>
  fetch(`${service.url}/api/v3/connections/toolkits`, {
    headers: { 'x-connect-token': token, origin: from },
  })
const answer = await list(origin)
assert.equal(answer.headers.get('access-control-allow-origin'), origin)
const { items } = (await answer.json()) as { items: { slug: string }[] }
assert.deepEqual(
  items.map(({ slug }) => slug),
  ['calendar', 'tracker'],
)
assert.equal((await list('https://evil.example')).status, 403)

site.close()
site.closeAllConnections()
console.log('OK')
