export { callGraphQlApi, type GraphQlCallParts } from './call-graphql-api.ts'
