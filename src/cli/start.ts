import { Command } from 'commander'
import { unconfirmedLinks } from './unconfirmed-links.ts'

/** `plugboard start`: starts the service for production, with all settings from the environment. */
export const start = (): Command =>
  new Command('start')
    .description(
      'Start the service with settings from the environment; PLUGBOARD_PUBLIC_URL and PLUGBOARD_ROOT_KEYS are required',
    )
    .addHelpText('after', `\n${settings}`)
    .action(async () => {
      const { stopSignal } = await import('./stop-signal.ts')
      const stopped = stopSignal()
      const { startProduction } = await import('./start-production.ts')
      const service = await startProduction(process.env)
      if (service.firstKeys) console.log(toNotice(service.firstKeys))
      await stopped
      await service.close()
      process.exit(0)
    })

const settings = `Settings:
  PLUGBOARD_PUBLIC_URL            URL at which others reach the service, for links and callbacks (required)
  PLUGBOARD_ROOT_KEYS             version:base64 of 32 bytes; encrypts every stored credential (required)
  DATABASE_URL                    postgres://…; default: an SQLite file in PLUGBOARD_DATA
  PLUGBOARD_DATA                  data folder (default: .plugboard)
  PLUGBOARD_HOST, PLUGBOARD_PORT  listen address (default: 127.0.0.1, 8787)
  PLUGBOARD_DATABASE_CONNECTIONS  size of the PostgreSQL pool (default: 10)
  PLUGBOARD_STATEMENT_TIMEOUT_SECONDS, PLUGBOARD_LOCK_TIMEOUT_SECONDS, PLUGBOARD_IDLE_TRANSACTION_TIMEOUT_SECONDS
                                  timeouts of PostgreSQL; 0: none (default: 30, 10, 30)
  PLUGBOARD_ALLOW_HTTP            1 allows a PLUGBOARD_PUBLIC_URL with http that is not loopback
  PLUGBOARD_EGRESS_ALLOW          addresses that requests may reach in addition to public ones, comma-separated:
                                  [project[:toolkit]=][purpose[+purpose…]@]host:port or CIDR (see README)
  PLUGBOARD_LOG_LEVEL             trace, debug, info, warn, error, fatal or silent (default: info)
  PLUGBOARD_TOOL_TIMEOUT_SECONDS  timeout of a call of a third-party API (default: 60)
  PLUGBOARD_MAX_RESPONSE_BYTES    maximum size of a response of a third-party API (default: 25 MiB)
  PLUGBOARD_MAX_UPLOAD_BYTES      maximum size of an uploaded file (default: 100 MiB)
  PLUGBOARD_PROJECT_UPLOAD_BYTES  maximum size of all unexpired uploads of a project (default: 1 GiB)
  PLUGBOARD_BYTES_IN_FLIGHT       maximum size of all bodies and responses in memory (default: 512 MiB); per project:
                                  PLUGBOARD_PROJECT_BYTES_IN_FLIGHT (default: 128 MiB)
  PLUGBOARD_OAUTH_APPS            JSON file with the operator's OAuth applications for toolkits of the catalogue, for use
                                  by all projects, read again when it changes; register
                                  <public URL>/oauth/callback/app_<toolkit slug> with each
  PLUGBOARD_RECIPES               folder with the operator's recipes, which projects add like those of the catalogue
  PLUGBOARD_PLANS                 folder with the operator's plans, for searches of sessions
  PLUGBOARD_RETENTION_DAYS        how long logs, stored results and files are kept (default: 30)
  PLUGBOARD_METRICS_PORT          port of GET /metrics for Prometheus, on PLUGBOARD_METRICS_HOST (default: none, 127.0.0.1)
  PLUGBOARD_DRAIN_SECONDS         how long requests are still accepted after SIGTERM, while /readyz is 503 (default: 0)
  OTEL_EXPORTER_OTLP_ENDPOINT     OTLP collector, such as http://127.0.0.1:4318; requires the packages of the OpenTelemetry SDK`

const toNotice = (keys: { apiKey: string; userApiKey: string; orgApiKey: string }): string =>
  [
    'This is the first start on this database. Store these keys now: the service stores only their hashes, so they cannot be shown again.',
    `  Project key       ${keys.apiKey}`,
    `  User key          ${keys.userApiKey}`,
    `  Organization key  ${keys.orgApiKey}`,
    unconfirmedLinks,
  ].join('\n')
