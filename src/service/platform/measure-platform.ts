import type { Database } from './database/index.ts'
import type { Jobs } from './jobs/index.ts'
import type { Metrics } from './metrics/index.ts'

const queues = ['due', 'delayed', 'running', 'dead'] as const

/** Registers the gauges of the queues and of the database; they are read at each scrape. */
export const measurePlatform = ({
  metrics,
  database,
  jobs,
}: {
  metrics: Metrics
  database: Database
  jobs: Jobs
}): void => {
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
