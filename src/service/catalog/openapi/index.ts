export { importOpenApi, type ImportOptions } from './import-openapi.ts'
export type { ImportReport } from './import-report.ts'
export { parseDocument } from './parse-document.ts'
