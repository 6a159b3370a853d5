import { join } from 'node:path'
import { startProcess } from '../../bench/processes/start-process.ts'
import { createClient } from '../../../src/client/index.ts'
import { root } from '../../package/manifest.ts'

type Ready = {
  url: string
  apiKey: string
  sample: { trackerUrl: string; trackerApiKey: string }
}

/** `plugboard dev --sample`, where the user `ada` has connected the sample issue tracker. */
export const startSample = async (folder: string) => {
  const command = [join(root, 'src/cli/index.ts'), 'dev', '--sample', '--json', '--port', '0']
  const { ready, stop } = await startProcess<Ready>(command, { cwd: folder })
  const client = createClient({ baseUrl: ready.url, apiKey: ready.apiKey })
  const { items } = await client.authConfigs.list({ query: { toolkit_slug: 'tracker' } })
  const authConfig =
    items[0]?.id ??
    (await client.authConfigs.create({ body: { toolkit: { slug: 'tracker' } } })).auth_config.id
  await client.connectedAccounts.create({
    body: {
      auth_config: { id: authConfig },
      connection: {
        user_id: 'ada',
        state: { authScheme: 'API_KEY', val: { generic_api_key: ready.sample.trackerApiKey } },
      },
    },
  })
  return {
    url: ready.url,
    apiKey: ready.apiKey,
    stop,
    /** Asks the tracker itself how many issues have this title. */
    countIssues: async (title: string): Promise<number> => {
      const response = await fetch(`${ready.sample.trackerUrl}/issues/search`, {
        method: 'POST',
        headers: {
          'x-tracker-key': ready.sample.trackerApiKey,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ text: title, per_page: 100 }),
      })
      const { issues } = (await response.json()) as { issues: { title: string }[] }
      return issues.filter((issue) => issue.title === title).length
    },
  }
}
