export { importClosedGraphQl, importGraphQl, type GraphQlImportOptions } from './import-graphql.ts'
export { introspect } from './introspect.ts'
