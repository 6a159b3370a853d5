import {
  databaseMigrations,
  fillColumn,
  indexStep,
  type FillStep,
  type Migrations,
} from '../../../../src/service/platform/database/index.ts'
import {
  countOnline,
  listIndexSteps,
  listMigrations,
} from '../../../../src/service/platform/lists/index.ts'
import { createThings, thingList } from '../lists/things.ts'

/** What was there before: a table of rows. */
export const oldMigrations: Migrations = {
  ...databaseMigrations,
  ...listMigrations,
  '0300_things': { up: createThings },
}

/** A migration with each kind of online step. */
export const onlineMigrations: Migrations = {
  ...oldMigrations,
  '0301_more': {
    up: async (db) => {
      await db.schema.alterTable('things').addColumn('label', 'text').execute()
    },
    online: [
      countOnline('things_counts', thingList),
      fillColumn({
        name: 'things_label',
        table: 'things',
        column: 'label',
        value: `state || ' ' || team`,
      }),
      indexStep({ name: 'things_made', table: 'things' }, (index) =>
        index.columns(['owner', 'made_at', 'id']),
      ),
      ...listIndexSteps({ ...thingList, orders: ['made_at'] }),
    ],
  },
}

/** The list of a version that reads the counters meanwhile. */
export const onlineList = {
  ...thingList,
  counters: thingList.counters.map((counter) => ({ ...counter, filledBy: 'things_counts' })),
}

type Fill = FillStep['fill']

/** The migrations, of whose online steps each batch is given to a function, which runs it. */
export const watchFills = (
  migrations: Migrations,
  around: (fill: () => Promise<void>, ...given: Parameters<Fill>) => Promise<void>,
): Migrations =>
  Object.fromEntries(
    Object.entries(migrations).map(([name, { online = [], ...migration }]) => [
      name,
      {
        ...migration,
        online: online.map((step) =>
          'fill' in step
            ? {
                ...step,
                fill: (...given: Parameters<Fill>) => around(() => step.fill(...given), ...given),
              }
            : step,
        ),
      },
    ]),
  )
