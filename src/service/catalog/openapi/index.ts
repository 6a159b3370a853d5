export { importOpenApi } from './import-openapi.ts'
export type { ImportOptions } from './import-options.ts'
export type { ImportReport } from './import-report.ts'
