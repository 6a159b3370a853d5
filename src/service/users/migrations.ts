import { sql, type Kysely } from 'kysely'
import { engineOf, type FillStep, type Migrations } from '../platform/database/index.ts'
import { maintainCounts } from '../platform/lists/index.ts'

/** The tables whose rows make somebody a user of a project. */
export const recordTables = ['connected_accounts', 'sessions'] as const

/** Walks the records that were there before the triggers. */
const walk = (table: string): FillStep => ({
  name: `${table}_users`,
  table,
  // Without rows there are no users.
  atOnce: async () => {},
  fill: async (db, { after, until }) =>
    void (await sql`
      insert into project_users (project_id, id)
      select distinct project_id, user_id from ${sql.table(table)}
      where id > ${after} and id <= ${until} order by project_id, user_id
      on conflict do nothing`.execute(db)),
})

const steps = recordTables.map(walk)

/** Until these are done, users are missing. */
export const userSteps: readonly string[] = steps.map(({ name }) => name)

export const userMigrations: Migrations = {
  '0264_project_users': {
    up: async (db) => {
      const onPostgres = engineOf(db) === 'postgres'
      const table = db.schema
        .createTable('project_users')
        .addColumn('project_id', 'text', (column) => column.notNull())
        // In the order of its bytes, as on SQLite, so that the key has the users with a prefix.
        .addColumn('id', onPostgres ? sql`text collate "C"` : 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('project_users_key', ['project_id', 'id'])
      await (onPostgres ? table : table.modifyEnd(sql`without rowid`)).execute()
      await maintainCounts(db, {
        table: 'project_users',
        scope: 'project_id',
        counters: [{ by: [] }],
      })
      await keepUsers(db)
    },
    online: steps,
  },
}

/**
 * Creates the triggers that keep a row in `project_users` for as long as a user has a record. They
 * look at the records themselves, so they may run before and after those that were there were walked.
 */
const keepUsers = (db: Kysely<unknown>): Promise<void> =>
  engineOf(db) === 'postgres' ? keepOnPostgres(db) : keepOnSqlite(db)

/** The condition that a user has no record in any table. */
const hasNothing = (project: string, user: string): string =>
  recordTables
    .map(
      (table) =>
        `not exists (select 1 from ${table} where project_id = ${project} and user_id = ${user})`,
    )
    .join(' and ')

const keepOnSqlite = async (db: Kysely<unknown>): Promise<void> => {
  const keep = `insert into project_users (project_id, id) values (new.project_id, new.user_id) on conflict do nothing;`
  const leave = `delete from project_users where project_id = old.project_id and id = old.user_id and ${hasNothing('old.project_id', 'old.user_id')};`
  for (const table of recordTables)
    for (const [event, on, statements] of [
      ['insert', `insert on ${table}`, keep],
      ['delete', `delete on ${table}`, leave],
      ['update', `update of project_id, user_id on ${table}`, `${keep} ${leave}`],
    ] as const)
      await sql
        .raw(`create trigger ${table}_users_${event} after ${on} begin ${statements} end`)
        .execute(db)
}

/**
 * Who adds a record shares a lock on the row of its user, as a foreign key would, and who removes one
 * locks it alone: so whoever removes the last one sees every other.
 *
 * A statement locks its users in their order, so that two statements never wait for each other.
 */
const keepOnPostgres = async (db: Kysely<unknown>): Promise<void> => {
  for (const [name, body] of [
    [
      'keep_project_user(project text, person text) returns void',
      `loop
         perform 1 from project_users where project_id = project and id = person for key share;
         exit when found;
         insert into project_users (project_id, id) values (project, person) on conflict do nothing;
       end loop;`,
    ],
    [
      'leave_project_user(project text, person text) returns void',
      `perform 1 from project_users where project_id = project and id = person for update;
       delete from project_users where project_id = project and id = person and ${hasNothing('project', 'person')};`,
    ],
    ['project_users_insert() returns trigger', ofEach('keep_project_user', 'added')],
    ['project_users_delete() returns trigger', ofEach('leave_project_user', 'removed')],
    [
      'project_users_update() returns trigger',
      `perform keep_project_user(new.project_id, new.user_id);
       perform leave_project_user(old.project_id, old.user_id);
       return null;`,
    ],
  ] as const)
    await sql.raw(`create function ${name} language plpgsql as $$ begin ${body} end $$`).execute(db)
  for (const table of recordTables)
    for (const [event, on, each] of [
      ['insert', `insert on ${table} referencing new table as added`, 'statement'],
      ['delete', `delete on ${table} referencing old table as removed`, 'statement'],
      ['update', `update of project_id, user_id on ${table}`, 'row'],
    ] as const)
      await sql
        .raw(
          `create trigger ${table}_users_${event} after ${on} for each ${each} execute function project_users_${event}()`,
        )
        .execute(db)
}

const ofEach = (called: string, rows: string): string =>
  `perform ${called}(project_id, user_id) from (
     select distinct project_id, user_id from ${rows} order by project_id, user_id
   ) as written;
   return null;`
