import { readConfig, startService, type RunningService } from 'plugboard-server'

export const start = async (): Promise<string> => {
  const service: RunningService = await startService(readConfig(process.env))
  // @ts-expect-error The address is text: this fails where the types do not arrive.
  const url: number = service.url
  process.once('SIGTERM', () => void service.close())
  return String(url)
}
