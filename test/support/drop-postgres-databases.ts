import { dropDatabasesOfRun } from './postgres-database.ts'

/** Run by vitest once: drops at the end what the tests left on PostgreSQL. */
export default (): (() => Promise<void>) => dropDatabasesOfRun
