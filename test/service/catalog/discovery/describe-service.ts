type Json = Record<string, unknown>

/** The parameters that every Google API describes. */
const systemParameters = {
  '$.xgafv': { type: 'string', enum: ['1', '2'], location: 'query' },
  access_token: { type: 'string', location: 'query' },
  alt: { type: 'string', default: 'json', enum: ['json', 'media', 'proto'], location: 'query' },
  fields: {
    type: 'string',
    description: 'Which fields the answer has.',
    location: 'query',
  },
  key: { type: 'string', description: 'Says which project calls.', location: 'query' },
  prettyPrint: { type: 'boolean', default: 'true', location: 'query' },
  uploadType: { type: 'string', location: 'query' },
}

/** A Discovery document around some resources. */
export const describeService = (resources: Json, more: Json = {}): Json => ({
  kind: 'discovery#restDescription',
  discoveryVersion: 'v1',
  id: 'library:v1',
  name: 'library',
  version: 'v1',
  title: 'Library API',
  description: 'Lends books.',
  rootUrl: 'https://library.example/',
  servicePath: 'library/v1/',
  parameters: systemParameters,
  auth: {
    oauth2: {
      scopes: {
        'https://library.example/auth/books': { description: 'See and lend books' },
        'https://library.example/auth/books.readonly': { description: 'See books' },
      },
    },
  },
  resources,
  ...more,
})

/** The same parameters in a conversion to OpenAPI. */
export const convertedParameters = Object.fromEntries(
  Object.entries(systemParameters).map(([name, { location, ...rest }]) => {
    const { description, ...schema } = { description: undefined, ...rest }
    return [name, { name, in: location, schema, ...(description && { description }) }]
  }),
)
