/**
 * The self-hosted service, for starting from code; `plugboard start` starts it from a shell.
 *
 * @example
 * import { readConfig, startService } from 'plugboard-server'
 *
 * const service = await startService(readConfig(process.env))
 * console.log(service.url)
 * process.once('SIGTERM', () => service.close())
 */
export { oauthApps, type OAuthApps } from './auth-configs/index.ts'
export { linkProof } from './console/index.ts'
export { ConfigError, readConfig, type Config } from './config/config.ts'
export { startService, type RunningService } from './main.ts'
export type { EmbeddingModel } from './search/index.ts'
export { ServiceError } from './service-error.ts'
