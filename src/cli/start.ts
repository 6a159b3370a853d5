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
  PLUGBOARD_PUBLIC_URL            address under which others reach the service, for links and callbacks (required)
  PLUGBOARD_ROOT_KEYS             version:base64 of 32 bytes, which encrypts every stored credential (required)
  DATABASE_URL                    postgres://…; without it an SQLite file in PLUGBOARD_DATA
  PLUGBOARD_DATA                  data folder (default: .plugboard)
  PLUGBOARD_HOST, PLUGBOARD_PORT  where to listen (default: 127.0.0.1, 8787)
  PLUGBOARD_DATABASE_CONNECTIONS  size of the PostgreSQL pool (default: 10)
  PLUGBOARD_STATEMENT_TIMEOUT_SECONDS, PLUGBOARD_LOCK_TIMEOUT_SECONDS, PLUGBOARD_IDLE_TRANSACTION_TIMEOUT_SECONDS
                                  of PostgreSQL; 0: none (default: 30, 10, 30)
  PLUGBOARD_ALLOW_HTTP            1 allows an http PLUGBOARD_PUBLIC_URL that is not on loopback
  PLUGBOARD_EGRESS_ALLOW          addresses that requests may reach besides public ones, comma-separated:
                                  [project[:toolkit]=][purpose[+purpose…]@]host:port or CIDR (see README)
  PLUGBOARD_LOG_LEVEL             trace, debug, info, warn, error, fatal or silent (default: info)
  PLUGBOARD_TOOL_TIMEOUT_SECONDS  for one call of a third-party API (default: 60)
  PLUGBOARD_MAX_RESPONSE_BYTES    of one answer of a third-party API (default: 25 MiB)
  PLUGBOARD_MAX_UPLOAD_BYTES      of one file that is uploaded for tools (default: 100 MiB)
  PLUGBOARD_PROJECT_UPLOAD_BYTES  of all that a project has uploaded and that has not expired (default: 1 GiB)
  PLUGBOARD_BYTES_IN_FLIGHT       of bodies and answers that a node holds at a time (default: 512 MiB), and one project with
                                  PLUGBOARD_PROJECT_BYTES_IN_FLIGHT (default: 128 MiB)
  PLUGBOARD_OAUTH_APPS            JSON file with OAuth applications of your own, which projects may use; register
                                  <public URL>/oauth/callback/app_<toolkit slug> with each
  PLUGBOARD_PLANS                 folder with plans of your own, which searches of sessions answer
  PLUGBOARD_RETENTION_DAYS        for logs, stored results and files (default: 30)
  PLUGBOARD_METRICS_PORT          where GET /metrics is served for Prometheus, on PLUGBOARD_METRICS_HOST (default: nowhere, 127.0.0.1)
  PLUGBOARD_DRAIN_SECONDS         how long requests are still taken after SIGTERM, while /readyz says 503 (default: 0)
  OTEL_EXPORTER_OTLP_ENDPOINT     where spans are sent, such as http://127.0.0.1:4318; needs the packages of the OpenTelemetry SDK`

const toNotice = (keys: { apiKey: string; userApiKey: string; orgApiKey: string }): string =>
  [
    'This is the first start on this database. Store these keys now: only hashes of them are kept, so they cannot be shown again.',
    `  Project key       ${keys.apiKey}`,
    `  User key          ${keys.userApiKey}`,
    `  Organization key  ${keys.orgApiKey}`,
    unconfirmedLinks,
  ].join('\n')
