import { Command } from 'commander'
import { unconfirmedLinks } from './unconfirmed-links.ts'

/** `plugboard start`: starts the service for production, with all settings from the environment. */
export const start = (): Command =>
  new Command('start')
    .summary('Start the service for production')
    .description(
      'Start the service with settings from the environment; PLUGBOARD_PUBLIC_URL and PLUGBOARD_ROOT_KEYS are required',
    )
    .addHelpText('after', `\n${settings}`)
    .action(async () => {
      const { stopSignal, untilStopped } = await import('./stop-signal.ts')
      const stop = stopSignal()
      const { installFetch } = await import('../service/platform/outbound/install-fetch.ts')
      installFetch()
      const { startProduction } = await import('./start-production.ts')
      const service = await startProduction(process.env, { isShown: process.stdout.isTTY })
      process.on('SIGHUP', service.reload)
      if (service.firstKeys) console.log(toNotice(service.firstKeys))
      await untilStopped(stop)
      await service.close()
      process.exit(0)
    })

const settings = `Settings:
  PLUGBOARD_PUBLIC_URL            URL at which others reach the service, for links and callbacks, without
                                  a path (required)
  PLUGBOARD_ROOT_KEYS             version:base64 of 32 bytes; encrypts every stored credential (required)
  PLUGBOARD_FIRST_API_KEY         the project key of an empty database, pbk_ and 26 to 100 letters and digits, or several:
                                  pbk_…,pbu_…,pbo_…; or in a file, PLUGBOARD_FIRST_API_KEY_FILE. Otherwise the first
                                  start shows keys on a terminal, and elsewhere creates none: plugboard admin keys create
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
  PLUGBOARD_ACCESS_LOG_SHARE      share of requests, 0 to 1, that get a line in the log at info (default: 1)
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
  PLUGBOARD_RETENTION_DAYS        how long logs, stored results, approvals and deliveries are kept (default: 30)
  PLUGBOARD_SESSION_IDLE_DAYS     days without use after which a session ends (default: 30), at the latest after
                                  PLUGBOARD_SESSION_MAX_DAYS (default: 365)
  PLUGBOARD_IMPORT_DAYS, PLUGBOARD_SUPERSEDED_DAYS, PLUGBOARD_DEAD_ACCOUNT_DAYS, PLUGBOARD_EVENT_DAYS
                                  how long finished imports, superseded toolkit versions, accounts that do not work
                                  and events are kept (default: 90, 180, 180, 30)
  PLUGBOARD_STREAM_HOURS, PLUGBOARD_IDEMPOTENCY_HOURS
                                  how long streams of projects and answers for repeated requests are kept (default: 24)
  PLUGBOARD_EXTRA_CA              PEM file with certificate authorities that outbound requests trust in addition
  PLUGBOARD_OUTBOUND_PROXY        HTTP proxy through which public addresses are reached, http://user:password@host:port
                                  (default: none)
  PLUGBOARD_WORKBENCH_SECONDS     time that code in a workbench may compute per run (default: 30)
  PLUGBOARD_RATE_LIMIT_PER_MINUTE requests of a key over all nodes (default: none)
  PLUGBOARD_CORS_ORIGINS          origins whose pages may call REST and MCP, comma-separated (default: none)
  PLUGBOARD_EMBEDDING_URL, PLUGBOARD_EMBEDDING_MODEL, PLUGBOARD_EMBEDDING_KEY
                                  embedding model behind an OpenAI-compatible API: tools are also found by meaning;
                                  PLUGBOARD_EMBEDDING=local uses one in the service itself
  PLUGBOARD_ENRICHMENT_URL, PLUGBOARD_ENRICHMENT_MODEL, PLUGBOARD_ENRICHMENT_KEY
                                  language model that writes use cases of tools; also PLUGBOARD_ENRICHMENT_LANGUAGES,
                                  PLUGBOARD_ENRICHMENT_TOOLS, PLUGBOARD_ENRICHMENT_TOKENS_PER_DAY and
                                  PLUGBOARD_ENRICHMENT_CONCURRENCY
  PLUGBOARD_CONSOLE_ISSUER, PLUGBOARD_CONSOLE_CLIENT_ID, PLUGBOARD_CONSOLE_CLIENT_SECRET
                                  OpenID provider with which people sign in to the console, and the application that is
                                  registered there with <public URL>/console/sign-in/callback (default: none; then
                                  plugboard admin link signs in)
  PLUGBOARD_CONSOLE_ALLOW         who may sign in: e-mail addresses, @domains and group:names, comma-separated; groups
                                  are those in the claim PLUGBOARD_CONSOLE_GROUPS_CLAIM (default: groups)
  PLUGBOARD_EVAL_REPORTS          folder with reports of plugboard eval (.json) that the console shows (default: none)
  PLUGBOARD_CHAT_MODEL, PLUGBOARD_CHAT_KEY, PLUGBOARD_CHAT_URL
                                  model to chat with in the console: openai/…, anthropic/… or google/…, its key, and the
                                  base address of another API of that kind (default: none)
  PLUGBOARD_METRICS_PORT          port of GET /metrics for Prometheus, on PLUGBOARD_METRICS_HOST (default: none, 127.0.0.1)
  PLUGBOARD_ENV_FILE              file with NAME=value lines for settings that are not set otherwise; SIGHUP reads it again for the
                                  log level, the share of the access log and the allowed addresses
  PLUGBOARD_DRAIN_SECONDS         how long requests are still accepted after SIGTERM, while /readyz is 503 (default: 0)
  PLUGBOARD_GRACE_SECONDS         how long requests under way may continue after the drain (default: 10 more than
                                  PLUGBOARD_TOOL_TIMEOUT_SECONDS)
  OTEL_EXPORTER_OTLP_ENDPOINT     OTLP collector, such as http://127.0.0.1:4318; requires the packages of the OpenTelemetry SDK`

const toNotice = (keys: { apiKey: string; userApiKey: string; orgApiKey: string }): string =>
  [
    'This is the first start on this database. Store these keys now: the service stores only their hashes, so they cannot be shown again.',
    `  Project key       ${keys.apiKey}`,
    `  User key          ${keys.userApiKey}`,
    `  Organization key  ${keys.orgApiKey}`,
    unconfirmedLinks,
  ].join('\n')
