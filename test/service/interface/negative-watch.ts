import { Worker } from 'node:worker_threads'
import type { TestService } from '../../support/start-service.ts'
import type { Watched } from './negative-watcher.ts'

/**
 * Asks the service whether it is ready, and for a short list, all the time; `stop` says how that
 * went.
 *
 * In a thread of its own: whatever keeps the service's thread busy must not keep the watcher from
 * asking.
 */
export const watch = ({
  url,
  apiKey,
}: Pick<TestService, 'url' | 'apiKey'>): { stop(): Promise<Watched> } => {
  const worker = new Worker(new URL('negative-watcher.ts', import.meta.url), {
    workerData: { url, apiKey },
  })
  const watched = new Promise<Watched>((resolve, reject) =>
    worker.once('message', resolve).once('error', reject),
  )
  return {
    stop: () => {
      worker.postMessage('stop')
      return watched
    },
  }
}
