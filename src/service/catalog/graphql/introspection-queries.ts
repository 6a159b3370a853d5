/** The same question to servers of today, and to those that do not know all of it. */
export const introspectionQueries = [
  { deprecated: '(includeDeprecated: true)', isDeprecated: 'isDeprecated', isOneOf: 'isOneOf' },
  { deprecated: '', isDeprecated: '', isOneOf: '' },
].map(
  ({ deprecated, isDeprecated, isOneOf }) => `query IntrospectionQuery {
  __schema {
    queryType { name }
    mutationType { name }
    subscriptionType { name }
    types {
      kind
      name
      description
      ${isOneOf}
      fields(includeDeprecated: true) {
        name
        description
        args${deprecated} { ...Input }
        type { ...Type }
        isDeprecated
      }
      inputFields${deprecated} { ...Input }
      enumValues(includeDeprecated: true) { name isDeprecated }
      possibleTypes { name }
    }
  }
}
fragment Input on __InputValue {
  name
  description
  type { ...Type }
  defaultValue
  ${isDeprecated}
}
fragment Type on __Type {
  kind
  name
  ofType { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name } } } } } }
}`,
)
