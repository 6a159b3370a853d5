import type { Config } from '../../service/index.ts'
import { readSavedKeys } from '../development/saved-keys.ts'

/**
 * Where to ask the service of these settings: at `--url`, on the port of the settings, or where
 * `plugboard dev` last listened with this data folder.
 */
export const findAddress = async (
  { url, data }: { url?: string; data: string },
  config: Pick<Config, 'host' | 'port'>,
): Promise<string> => {
  if (url !== undefined) return url
  // Zero is any port, which the settings do not know.
  if (process.env['PLUGBOARD_PORT'] && config.port !== 0) return toAddress(config)
  return (await readSavedKeys(data))?.url ?? toAddress(config)
}

/** Where a service with these settings listens. */
const toAddress = ({ host, port }: Pick<Config, 'host' | 'port'>): string =>
  `http://${['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`
