import { X509Certificate } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import type { Database, DatabaseSettings, Migrations } from './database/index.ts'
import type { Jobs } from './jobs/index.ts'
import type { Metrics } from './metrics/index.ts'
import { serviceVersion } from './service-version.ts'

const queues = ['due', 'delayed', 'running', 'dead'] as const

/** Registers the gauges of the queues and of the database; they are read at each scrape. */
export const measurePlatform = ({
  metrics,
  database,
  jobs,
  settings,
}: {
  metrics: Metrics
  database: Database
  jobs: Jobs
  settings: { database: DatabaseSettings; extraCa?: string }
}): void => {
  measureJobs(metrics, jobs)
  measureDatabase(metrics, database)
  if (settings.database.engine === 'sqlite') measureDisk(metrics, settings.database.folder)
  measureCertificates(metrics, settings.extraCa)
}

const measureJobs = (metrics: Metrics, jobs: Jobs): void => {
  metrics.gauges(
    [
      {
        name: 'plugboard_jobs',
        help: 'Jobs of each queue over all nodes, by state; each node reports the same',
        labels: ['queue', 'state'],
      },
      {
        name: 'plugboard_jobs_oldest_due_seconds',
        help: 'How long the oldest due job of each queue has been due',
        labels: ['queue'],
      },
    ],
    async () =>
      (await jobs.figures()).flatMap((figures) => [
        ...queues.map((state) => ({
          name: 'plugboard_jobs',
          labels: { queue: figures.queue, state },
          value: figures[state],
        })),
        {
          name: 'plugboard_jobs_oldest_due_seconds',
          labels: { queue: figures.queue },
          value: figures.oldestDueSeconds,
        },
      ]),
  )
  metrics.gauges(
    [
      {
        name: 'plugboard_schedule_last_success_timestamp_seconds',
        help: 'When a job of each schedule last succeeded, on any node; absent before the first',
        labels: ['queue'],
      },
    ],
    async () =>
      (await jobs.successes()).flatMap(({ queue, succeededAt }) =>
        succeededAt === null
          ? []
          : {
              name: 'plugboard_schedule_last_success_timestamp_seconds',
              labels: { queue },
              value: succeededAt.getTime() / 1_000,
            },
      ),
  )
}

const measureDatabase = (metrics: Metrics, database: Database): void => {
  metrics.gauges(
    [
      {
        name: 'plugboard_build_info',
        help: 'Always 1, with the version of the service, of Node, and the engine of the database',
        labels: ['version', 'node', 'engine'],
      },
    ],
    () => [
      {
        name: 'plugboard_build_info',
        labels: { version: serviceVersion, node: process.versions.node, engine: database.engine },
        value: 1,
      },
    ],
  )
  metrics.gauges(
    [
      {
        name: 'plugboard_database_statements',
        help: 'Statements that this node has sent since its start, for requests and in the background',
        labels: ['origin'],
      },
    ],
    () =>
      Object.entries(database.statements()).map(([origin, value]) => ({
        name: 'plugboard_database_statements',
        labels: { origin },
        value,
      })),
  )
  metrics.gauges(
    [
      {
        name: 'plugboard_database_connections',
        help: 'Connections of the pool of this node, and requests that wait for one',
        labels: ['state'],
      },
    ],
    () =>
      Object.entries(database.connections() ?? {}).map(([state, value]) => ({
        name: 'plugboard_database_connections',
        labels: { state },
        value,
      })),
  )
}

/** Registers the gauges of the migrations, once it is known which this version has. */
export const measureMigrations = (
  { metrics, database }: { metrics: Metrics; database: Database },
  migrations: Migrations,
): void =>
  metrics.gauges(
    [
      {
        name: 'plugboard_unknown_migrations',
        help: 'Migrations of the database that another version has run and this node does not know',
        labels: [],
      },
      {
        name: 'plugboard_online_step_rows',
        help: 'Rows that each online step of a migration has walked, 0 for an index; absent once it is done',
        labels: ['step', 'table'],
      },
    ],
    async () => {
      const { unknown, online } = await database.migrationState(migrations)
      return [
        { name: 'plugboard_unknown_migrations', labels: {}, value: unknown.length },
        ...online.map(({ name, table, rows }) => ({
          name: 'plugboard_online_step_rows',
          labels: { step: name, table },
          value: rows,
        })),
      ]
    },
  )

const measureDisk = (metrics: Metrics, folder: string): void =>
  metrics.gauges(
    [
      {
        name: 'plugboard_data_disk_bytes',
        help: 'Size of the disk that the data folder is on, and what the service can still use of it',
        labels: ['state'],
      },
    ],
    async () => {
      const { bsize, blocks, bavail } = await statfs(folder)
      return Object.entries({ size: blocks, free: bavail }).map(([state, count]) => ({
        name: 'plugboard_data_disk_bytes',
        labels: { state },
        value: count * bsize,
      }))
    },
  )

/** A label for each of a whole bundle of authorities would help nobody. */
const maximumCertificates = 50

const measureCertificates = (metrics: Metrics, pem = ''): void => {
  const expiries = (pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [])
    .slice(0, maximumCertificates)
    .map((text) => {
      const { subject, validToDate } = new X509Certificate(text)
      return {
        name: 'plugboard_certificate_expiry_timestamp_seconds',
        labels: { subject: subject.replaceAll('\n', ', ').slice(0, 200) },
        value: validToDate.getTime() / 1_000,
      }
    })
  if (expiries.length === 0) return
  metrics.gauges(
    [
      {
        name: 'plugboard_certificate_expiry_timestamp_seconds',
        help: 'When each certificate of PLUGBOARD_EXTRA_CA expires',
        labels: ['subject'],
      },
    ],
    () => expiries,
  )
}
