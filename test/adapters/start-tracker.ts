import { onTestFinished } from 'vitest'
import { sampleToolkits } from '../../src/sample/sample-toolkits.ts'
import { startSampleService } from '../../src/sample/start-sample-service.ts'
import { Plugboard } from '../../src/index.ts'
import { importToolkit } from '../support/import-toolkit.ts'
import { startService } from '../support/start-service.ts'

/**
 * A real service with the sample's toolkits imported and the tracker account of `ada` connected; to
 * be closed by whoever says `keep`.
 */
export const startTracker = async ({ keep = false }: { keep?: boolean } = {}) => {
  const sample = await startSampleService()
  const service = await startService({ egressAllow: [new URL(sample.url).host], keep: true })
  const close = async () => {
    await service.close()
    await sample.close()
  }
  if (!keep) onTestFinished(close)
  for (const { slug, name, openapi } of sampleToolkits(sample))
    await importToolkit(service, { slug, name, source: { openapi: { ...openapi } } })
  const { auth_config: authConfig } = await service.client.authConfigs.create({
    body: { toolkit: { slug: 'tracker' } },
  })
  await service.client.connectedAccounts.create({
    body: {
      auth_config: { id: authConfig.id },
      connection: {
        user_id: 'ada',
        state: { authScheme: 'API_KEY', val: { generic_api_key: sample.trackerApiKey } },
      },
    },
  })
  return {
    close,
    /** A key for each user of the tracker. */
    trackerApiKeys: sample.trackerApiKeys,
    plugboard: new Plugboard({ baseUrl: service.url, apiKey: service.apiKey }),
    /** The titles that the tracker itself holds, asked without the service. */
    issueTitles: async (): Promise<string[]> => {
      const response = await fetch(`${sample.trackerUrl}/issues?per_page=100`, {
        headers: { 'x-tracker-key': sample.trackerApiKey },
      })
      const { issues } = (await response.json()) as { issues: { title: string }[] }
      return issues.map((issue) => issue.title)
    },
  }
}
