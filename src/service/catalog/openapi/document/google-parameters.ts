/**
 * Query parameters of every Google API (https://cloud.google.com/apis/docs/system-parameters): they
 * prove who calls, or change the form of answers, which tools then could not read. `fields` is an
 * argument, as it makes answers short.
 */
export const isGoogleSystemParameter = (name: string): boolean => system.has(name)

const system = new Set([
  '$.xgafv',
  'access_token',
  'alt',
  'bearer_token',
  'callback',
  'key',
  'oauth_token',
  'pp',
  'prettyPrint',
  'quotaUser',
  'upload_protocol',
  'uploadType',
  'userIp',
])

/** Of methods that answer with a resource or with its content. */
export const mediaParameter = {
  name: 'alt',
  in: 'query',
  description: 'media: the content itself, in place of the metadata',
  schema: { type: 'string', enum: ['json', 'media'] },
}
