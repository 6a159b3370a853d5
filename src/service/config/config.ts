import { resolve } from 'node:path'
import { z } from 'zod'
import type { TypedEvent } from '../../contract/event-data.ts'
import {
  OAuthAppsError,
  readOAuthApps,
  type OAuthApps,
  type OAuthAppsFile,
} from '../auth-configs/index.ts'
import { defaultUploadLimits, type UploadLimits } from '../files/index.ts'
import { consoleVariables, readConsoleSettings, type ConsoleSettings } from '../console/index.ts'
import { ConfigError } from './config-error.ts'
import { readCertificates } from './read-certificates.ts'
import { readFirstKeys } from './read-first-keys.ts'
import type { FirstKeysWanted } from '../projects/index.ts'
import { readCorsOrigins } from './read-cors-origins.ts'
import { numberSetting } from './number-setting.ts'
import { readEgressAllow } from './read-egress-allow.ts'
import { keptShape, readKept, type KeptCounts } from './read-kept.ts'
import { readMetricsAddress } from './read-metrics-address.ts'
import { readModelSettings } from './read-model-settings.ts'
import { readPublicUrl } from './read-public-url.ts'
import { defaultBytesInFlight, type ByteLimits } from '../platform/byte-budget.ts'
import { defaultTimeouts, type DatabaseSettings } from '../platform/database/index.ts'
import type { MetricsAddress } from '../platform/metrics/index.ts'
import { outboundProxySetting } from './outbound-proxy-setting.ts'
import type { OutboundProxy, RecordingOptions } from '../platform/outbound/index.ts'
import type {
  EmbeddingModel,
  EnrichmentSettings,
  LocalModules,
  ModelEndpoint,
} from '../search/index.ts'
import { describeUnknownSettings } from './unknown-settings.ts'
import { PlanFilesError, readPlanFiles, type CuratedPlan } from '../plans/index.ts'

/** Everything that an operator can configure. The environment is only read here. */
export type Config = ConsoleSettings & {
  host: string
  /** 0: any free port. */
  port: number
  /** The base URL in answers, without a path; absent: the address that the service listens on. */
  publicUrl?: string
  database: DatabaseSettings
  /** `version:base64` of 32 bytes each, comma-separated, the current one first. */
  rootKeys: string
  /**
   * Addresses that outbound requests may reach in addition to public ones, each entry in the format
   * of `PLUGBOARD_EGRESS_ALLOW`.
   */
  egressAllow: string[]
  /** Origins whose pages may call the service from a browser; absent: none. */
  corsOrigins?: string[]
  /** Certificates (PEM) of additional authorities that outbound calls trust. */
  extraCa?: string
  /** Through which public addresses are reached; absent: directly. */
  outboundProxy?: OutboundProxy
  logLevel: string
  /** Share of requests, 0 to 1, that get a line in the log at `info`; absent: all. */
  accessLogShare?: number
  toolTimeoutMs: number
  maximumResponseBytes: number
  /**
   * Maximum size of request bodies, answers and documents in memory; absent: 512 MiB per node, 128
   * MiB per project.
   */
  bytesInFlight?: ByteLimits
  retentionDays: number
  kept?: KeptCounts
  /** Maximum size of uploads for tools; absent: 100 MiB per file, 1 GiB per project. */
  uploads?: UploadLimits
  /** Timeout of webhook receivers; absent: 30 seconds. */
  webhookTryMs?: number
  /** Maximum computing time of code in a workbench; absent: 30 seconds. */
  workbenchMs?: number
  /** Requests per minute with one API key, over all nodes; 0 or absent: no limit. */
  rateLimitPerMinute?: number
  /** The operator's OAuth applications, by slug in the catalogue, for projects without one. */
  oauthApps?: OAuthApps
  /** The same as a file, which is read again when it changes; wins over `oauthApps`. */
  oauthAppsFile?: OAuthAppsFile
  /** Folder with recipes of the operator, which projects add by their names as those shipped. */
  recipeFolder?: string
  /** The operator's plans, which searches return in every project. */
  plans?: CuratedPlan[]
  /**
   * Also ranks search results by meaning: a model of the AI SDK, for a service that is started from
   * code.
   */
  embeddingModel?: EmbeddingModel
  /** The same with a model behind an OpenAI-compatible API. */
  embeddingEndpoint?: ModelEndpoint
  /** The same with a model for English in this process, from these packages. */
  localEmbedding?: LocalModules
  /** Has a language model behind an OpenAI-compatible API write what tools are used for. */
  enrichment?: EnrichmentSettings
  /**
   * Where metrics for Prometheus are served, separately from the API; absent: nowhere, and nothing
   * is counted.
   */
  metrics?: MetricsAddress
  /**
   * How long a service that is stopping still accepts requests while it reports that it is not
   * ready; 0 or absent: not at all.
   */
  drainMs?: number
  /**
   * How long requests under way may continue after that; absent: ten seconds more than a call of a
   * tool may take.
   */
  graceMs?: number
  /**
   * Records the responses of third parties by connected account, or replays them: for development
   * and evaluations.
   */
  recording?: RecordingOptions
  /** The keys of the first project; absent: they are created. */
  firstKeys?: FirstKeysWanted
  /** Validate every response against the contract: for development and tests. */
  checkAnswers: boolean
  /**
   * Receives the code of each call that waits for an approval, to show it to the user: `plugboard
   * dev` prints it.
   */
  onApprovalRequested?: (event: TypedEvent<'svc.approval.requested'>) => void
}

const wholeNumber = (fallback: number, least: number, most: number) =>
  numberSetting({ least, most }).default(fallback)

const environmentSchema = z.object({
  PLUGBOARD_HOST: z.string().min(1).default('127.0.0.1'),
  PLUGBOARD_PORT: wholeNumber(8787, 0, 65_535),
  PLUGBOARD_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  PLUGBOARD_ALLOW_HTTP: z.enum(['0', '1']).default('0'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
  PLUGBOARD_DATABASE_CONNECTIONS: wholeNumber(10, 1, 500),
  PLUGBOARD_STATEMENT_TIMEOUT_SECONDS: wholeNumber(defaultTimeouts.statementMs / 1000, 0, 3600),
  PLUGBOARD_LOCK_TIMEOUT_SECONDS: wholeNumber(defaultTimeouts.lockMs / 1000, 0, 3600),
  PLUGBOARD_IDLE_TRANSACTION_TIMEOUT_SECONDS: wholeNumber(
    defaultTimeouts.idleTransactionMs / 1000,
    0,
    3600,
  ),
  PLUGBOARD_DATA: z.string().min(1).default('.plugboard'),
  PLUGBOARD_ROOT_KEYS: z.string().optional(),
  PLUGBOARD_FIRST_API_KEY: z.string().optional(),
  PLUGBOARD_FIRST_API_KEY_FILE: z.string().optional(),
  PLUGBOARD_EGRESS_ALLOW: z.string().default(''),
  PLUGBOARD_CORS_ORIGINS: z.string().default(''),
  ...consoleVariables,
  PLUGBOARD_EXTRA_CA: z.string().optional(),
  PLUGBOARD_OUTBOUND_PROXY: outboundProxySetting.optional(),
  PLUGBOARD_LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info'),
  PLUGBOARD_ACCESS_LOG_SHARE: numberSetting({ least: 0, most: 1, isWhole: false }).default(1),
  PLUGBOARD_TOOL_TIMEOUT_SECONDS: wholeNumber(60, 1, 3600),
  PLUGBOARD_MAX_RESPONSE_BYTES: wholeNumber(25 * 1024 * 1024, 1024, 1024 * 1024 * 1024),
  PLUGBOARD_BYTES_IN_FLIGHT: wholeNumber(defaultBytesInFlight.total, 1024 * 1024, 2 ** 40),
  PLUGBOARD_PROJECT_BYTES_IN_FLIGHT: wholeNumber(
    defaultBytesInFlight.perOwner,
    1024 * 1024,
    2 ** 40,
  ),
  ...keptShape,
  PLUGBOARD_MAX_UPLOAD_BYTES: wholeNumber(
    defaultUploadLimits.maximumBytes,
    1024,
    2 * 1024 * 1024 * 1024,
  ),
  PLUGBOARD_PROJECT_UPLOAD_BYTES: wholeNumber(
    defaultUploadLimits.projectBytes,
    1024,
    Number.MAX_SAFE_INTEGER,
  ),
  PLUGBOARD_WORKBENCH_SECONDS: wholeNumber(30, 1, 600),
  PLUGBOARD_RATE_LIMIT_PER_MINUTE: wholeNumber(0, 0, 10_000_000),
  PLUGBOARD_OAUTH_APPS: z.string().optional(),
  PLUGBOARD_RECIPES: z.string().optional(),
  PLUGBOARD_PLANS: z.string().optional(),
  PLUGBOARD_EMBEDDING: z.literal('local', { error: 'must be "local", or not set' }).optional(),
  PLUGBOARD_EMBEDDING_URL: z.url({ protocol: /^https?$/ }).optional(),
  PLUGBOARD_EMBEDDING_MODEL: z.string().optional(),
  PLUGBOARD_EMBEDDING_KEY: z.string().optional(),
  PLUGBOARD_ENRICHMENT_URL: z.url({ protocol: /^https?$/ }).optional(),
  PLUGBOARD_ENRICHMENT_MODEL: z.string().optional(),
  PLUGBOARD_ENRICHMENT_KEY: z.string().optional(),
  PLUGBOARD_ENRICHMENT_LANGUAGES: z.string().default('en'),
  PLUGBOARD_ENRICHMENT_TOOLS: wholeNumber(2_000, 1, 100_000),
  PLUGBOARD_ENRICHMENT_TOKENS_PER_DAY: wholeNumber(5_000_000, 1_000, 10_000_000_000),
  PLUGBOARD_ENRICHMENT_CONCURRENCY: wholeNumber(2, 1, 32),
  PLUGBOARD_METRICS_PORT: numberSetting({ least: 0, most: 65_535 }).optional(),
  PLUGBOARD_METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  PLUGBOARD_DRAIN_SECONDS: wholeNumber(0, 0, 600),
  PLUGBOARD_GRACE_SECONDS: numberSetting({ least: 0, most: 7200 }).optional(),
  PLUGBOARD_ENV_FILE: z.string().optional(),
})

export { ConfigError }

/** Reads the settings; `defaults` are used for variables that are not set. */
export const readConfig = (
  environment: Record<string, string | undefined>,
  defaults: Record<string, string> = {},
): Config => {
  const unknown = describeUnknownSettings(
    Object.keys(withoutEmpty(environment)),
    Object.keys(environmentSchema.shape),
  )
  if (unknown !== undefined) throw new ConfigError(unknown)
  const given = Object.fromEntries(
    Object.entries({ ...defaults, ...withoutEmpty(environment) }).filter(
      ([name]) => name in environmentSchema.shape,
    ),
  )
  const parsed = environmentSchema.safeParse(given)
  if (!parsed.success)
    throw new ConfigError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')} ${toProblem(issue)}`).join('; '),
    )
  const variables = parsed.data
  if (!variables.PLUGBOARD_ROOT_KEYS) {
    throw new ConfigError(
      'PLUGBOARD_ROOT_KEYS is not set: it encrypts every stored credential. Create a key once with `echo "1:$(openssl rand -base64 32)"` and keep it safe',
    )
  }
  return {
    host: variables.PLUGBOARD_HOST,
    port: variables.PLUGBOARD_PORT,
    ...(variables.PLUGBOARD_PUBLIC_URL !== undefined && {
      publicUrl: readPublicUrl(
        variables.PLUGBOARD_PUBLIC_URL,
        variables.PLUGBOARD_ALLOW_HTTP === '1',
      ),
    }),
    database: variables.DATABASE_URL
      ? {
          engine: 'postgres',
          url: variables.DATABASE_URL,
          maximumConnections: variables.PLUGBOARD_DATABASE_CONNECTIONS,
          timeouts: {
            statementMs: variables.PLUGBOARD_STATEMENT_TIMEOUT_SECONDS * 1000,
            lockMs: variables.PLUGBOARD_LOCK_TIMEOUT_SECONDS * 1000,
            idleTransactionMs: variables.PLUGBOARD_IDLE_TRANSACTION_TIMEOUT_SECONDS * 1000,
          },
        }
      : { engine: 'sqlite', folder: variables.PLUGBOARD_DATA },
    rootKeys: variables.PLUGBOARD_ROOT_KEYS,
    egressAllow: readEgressAllow(variables.PLUGBOARD_EGRESS_ALLOW),
    corsOrigins: toCorsOrigins(variables.PLUGBOARD_CORS_ORIGINS),
    ...toConsoleSettings(variables),
    ...(variables.PLUGBOARD_EXTRA_CA !== undefined && {
      extraCa: readCertificates(variables.PLUGBOARD_EXTRA_CA),
    }),
    ...(variables.PLUGBOARD_OUTBOUND_PROXY !== undefined && {
      outboundProxy: variables.PLUGBOARD_OUTBOUND_PROXY,
    }),
    logLevel: variables.PLUGBOARD_LOG_LEVEL,
    accessLogShare: variables.PLUGBOARD_ACCESS_LOG_SHARE,
    toolTimeoutMs: variables.PLUGBOARD_TOOL_TIMEOUT_SECONDS * 1000,
    maximumResponseBytes: variables.PLUGBOARD_MAX_RESPONSE_BYTES,
    bytesInFlight: toByteLimits(
      variables.PLUGBOARD_BYTES_IN_FLIGHT,
      variables.PLUGBOARD_PROJECT_BYTES_IN_FLIGHT,
    ),
    ...readKept(variables),
    ...readFirstKeys(variables),
    uploads: {
      maximumBytes: variables.PLUGBOARD_MAX_UPLOAD_BYTES,
      projectBytes: variables.PLUGBOARD_PROJECT_UPLOAD_BYTES,
    },
    workbenchMs: variables.PLUGBOARD_WORKBENCH_SECONDS * 1000,
    rateLimitPerMinute: variables.PLUGBOARD_RATE_LIMIT_PER_MINUTE,
    ...(variables.PLUGBOARD_OAUTH_APPS !== undefined && {
      oauthAppsFile: toOAuthAppsFile(variables.PLUGBOARD_OAUTH_APPS),
    }),
    ...(variables.PLUGBOARD_RECIPES !== undefined && {
      recipeFolder: resolve(variables.PLUGBOARD_RECIPES),
    }),
    ...(variables.PLUGBOARD_PLANS !== undefined && { plans: readPlans(variables.PLUGBOARD_PLANS) }),
    ...toModelSettings(variables),
    ...readMetricsAddress(variables),
    drainMs: variables.PLUGBOARD_DRAIN_SECONDS * 1000,
    ...(variables.PLUGBOARD_GRACE_SECONDS !== undefined && {
      graceMs: variables.PLUGBOARD_GRACE_SECONDS * 1000,
    }),
    checkAnswers: false,
  }
}

const toProblem = (issue: z.core.$ZodIssue): string =>
  issue.code === 'invalid_format' && issue.format === 'url'
    ? 'must begin with https:// (or http://), such as https://tools.example.com'
    : issue.message

const toByteLimits = (total: number, perOwner: number): ByteLimits => {
  if (perOwner < total) return { total, perOwner }
  throw new ConfigError(
    'PLUGBOARD_PROJECT_BYTES_IN_FLIGHT must be less than PLUGBOARD_BYTES_IN_FLIGHT: one project could use all of it',
  )
}

const withoutEmpty = (environment: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
    ),
  )

const toConsoleSettings = (variables: Parameters<typeof readConsoleSettings>[0]) => {
  const settings = readConsoleSettings(variables)
  if ('problem' in settings) throw new ConfigError(settings.problem)
  return settings
}

const toModelSettings = (variables: Parameters<typeof readModelSettings>[0]) => {
  const settings = readModelSettings(variables)
  if ('problem' in settings) throw new ConfigError(settings.problem)
  return settings
}

const toCorsOrigins = (text: string): string[] => {
  const origins = readCorsOrigins(text)
  if ('problem' in origins) throw new ConfigError(`PLUGBOARD_CORS_ORIGINS ${origins.problem}`)
  return origins
}

const readPlans = (folder: string): CuratedPlan[] => {
  try {
    return readPlanFiles(folder)
  } catch (error) {
    if (error instanceof PlanFilesError)
      throw new ConfigError(`PLUGBOARD_PLANS: ${error.message}`, { cause: error })
    throw error
  }
}

const toOAuthAppsFile = (path: string): OAuthAppsFile => {
  const file = { path: resolve(path), isOptional: false }
  try {
    readOAuthApps(file)
  } catch (error) {
    if (error instanceof OAuthAppsError)
      throw new ConfigError(`PLUGBOARD_OAUTH_APPS: ${error.message}`, { cause: error })
    throw error
  }
  return file
}
