import type { Requirement } from '../requirements.ts'

/** A GraphQL API as the source of a toolkit. */
export const graphQlSource = {
  'graphql-source.import': {
    source: 'rule 9.23',
    says: 'POST toolkits/import with source {graphql: {url, schema?, connected_account_id?}} makes a toolkit of an API from SDL, from an answer to introspection, from the address of either, or by asking the API itself',
  },
  'graphql-source.closed': {
    source: 'rule 9.23',
    says: 'An API that says its schema to its users alone makes a toolkit without tools, with which an account is connected and named in the next import; one that answers no introspection fails and says to give the schema',
  },
  'graphql-source.tools': {
    source: 'rule 9.23',
    says: 'Each field of the query and mutation types is a tool whose operation is valid in the schema; subscriptions and what needs an upload are left out and named',
  },
  'graphql-source.slugs': {
    source: 'rule 9.23',
    says: 'Slugs begin with the verb of the field (issueCreate -> CREATE_ISSUE, issues -> LIST_ISSUES, issue -> GET_ISSUE) and are kept over imports; include and exclude take beginnings of field names, and of "query" and "mutation" before them',
  },
  'graphql-source.hints': {
    source: 'rule 9.23',
    says: 'Queries are read-only; a mutation is destructive when a word of its name loses something or archives it, whatever its description says',
  },
  'graphql-source.arguments': {
    source: 'rule 9.23',
    says: 'Arguments are JSON Schema: inputs in $defs, recursive ones too, defaults, lists, enums, @oneOf, null where a mutation can clear a field; deprecated and internal ones are left out, and what is too far from an argument is a plain object',
  },
  'graphql-source.selection': {
    source: 'rule 10.17',
    says: 'A tool selects the values of what it answers, what identifies the objects in it, and pages with pageInfo; first is sent where neither caller nor API says a number',
  },
  'graphql-source.pages': {
    source: 'rule 10.15',
    says: 'A GraphQL tool that answers with a connection says how to get the next page, by its schema: after with the cursor of the end, or before with that of the start where the call asks from the end',
  },
  'graphql-source.fields': {
    source: 'rule 10.17',
    says: 'fields selects other fields by paths, checked against the schema and bounded; a path that leads nowhere is an error that names what there is, and no text of it reaches the API',
  },
  'graphql-source.errors': {
    source: 'rule 10.17',
    says: 'An answer with errors is a failure with message, code and path of the first, whatever its status, and keeps the data that came with them',
  },
  'graphql-source.execute': {
    source: 'rule 10.17',
    says: 'Arguments are sent as variables, with the credential of the account, and data answers by the name of the field',
  },
  'graphql-source.hostile': {
    source: 'product',
    says: 'A schema is parsed in a thread within counted limits, and a name that is none of GraphQL reaches no operation',
  },
} as const satisfies Record<string, Requirement>
