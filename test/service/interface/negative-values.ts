import { pageOrigin, type FilledProject } from '../../support/fill-project.ts'
import { notesApi } from '../../support/notes-api.ts'
import { unknownOf, valueOf } from '../isolation/requests.ts'
import type { Schema, Valid } from './negative-places.ts'

/** Where a test has put one. */
export const deadDelivery = 'wd_dead'

/** Makes valid values of schemas: no more than they require, and with the names of what exists. */
export const createValid = (project: FilledProject, upstreamUrl: string): Valid => {
  const named: [RegExp, unknown][] = [
    [/^toolkits\.import body slug$/, 'imported'],
    [/^toolkits\.import body source\.openapi$/, notesApi(upstreamUrl)],
    [/^toolkits\.import body current_user\.path$/, '/notes'],
    // Declares its operations itself: nothing is fetched.
    [/^toolkits\.add body toolkits\.0$/, 'hubspot'],
    [/^sessions\.storeResult body data$/, { file: null }],
    [/^sessions\.storeResult body files\.\d+\.at$/, '/file'],
    [/^sessions\.storeResult body files\.\d+\.content_type$/, 'image/png'],
    [/^sessions\.executeMeta body slug$/, 'SVC_SEARCH_TOOLS'],
    [/^sessions\.executeMeta body arguments$/, { queries: [{ use_case: 'read a note' }] }],
    [/^connections\.link body $/, { toolkit: project.toolkit }],
    // Its own tokens are needed.
    [/^connectTokens\.revoke query user_id$/, 'nobody'],
    [/^connectTokens\.create body allowed_origins\.\d+$/, pageOrigin],
    // What it has is needed.
    [/^users\.erase params user_id$/, 'nobody'],
    [/^authConfigs\.setStatus params status$/, 'enabled'],
    [/^mcp\.deleteInstance params instanceId$/, project.user],
    [/^webhookDeliveries\.replay params id$/, deadDelivery],
    [
      /^connectedAccounts\.create body connection$/,
      { user_id: project.user, state: { authScheme: 'API_KEY', val: { generic_api_key: 'key' } } },
    ],
    [/^connectedAccounts\.create body connection\.(state\.val|data)$/, { generic_api_key: 'key' }],
    // Accounts that other requests connect make the default account uncertain.
    [
      /^tools\.proxy body $/,
      { connected_account_id: project.account, endpoint: '/notes/1', method: 'GET' },
    ],
    [/^triggerInstances\.upsert body $/, { connected_account_id: project.account }],
    [/^webhookSubscriptions\.update body $/, { version: 'V3' }],
    [/^sessions\.proxyExecute params session_id$/, project.freeSession],
    [/^mcp\.\w+ params (id|serverId)$/, project.mcpServer],
    [/^mcp\.\w+ body mcp_server_id$/, project.mcpServer],
    [/^mcp\.create body auth_config_ids$/, [project.authConfig]],
    [/^mcp\.createCustom body toolkits$/, [project.toolkit]],
    [/^projects\.create body name$/, 'Another project'],
    [/^(triggerTypes|triggerInstances)\.\w+ params slug$/, project.triggerType],
    [/custom_(toolkits|tools)\.0(\.tools\.0)?\.slug$/, 'mine'],
    [/input_schema\.properties$/, {}],
    [/ webhook_url$/, 'https://1.1.1.1/hook'],
    [/custom_connection_data\.authScheme$/, 'API_KEY'],
    [/custom_connection_data\.val$/, { generic_api_key: 'key' }],
    [/ endpoint$/, '/notes/1'],
    [/ method$/, 'GET'],
    [/tool_slug$/, project.tool],
    [/ arguments$/, { id: '1' }],
    [/ user_id$/, project.user],
    [/ mimetype$/, 'text/plain'],
    [/ md5$/, '5d41402abc4b2a76b9719d911017c592'],
  ]

  const valid: Valid = (schema, path) => {
    const known = named.find(([pattern]) => pattern.test(path))
    if (known) return structuredClone(known[1])
    if ('const' in schema) return schema.const
    if (schema.enum) return schema.enum[0]
    const [branch] = schema.anyOf ?? schema.oneOf ?? []
    // Beside `properties` a branch says which of these are required.
    if (branch && schema.properties) {
      const { anyOf: _anyOf, oneOf: _oneOf, ...rest } = schema
      return valid({ ...rest, ...branch }, path)
    }
    if (branch) return valid(branch, path)
    switch ([schema.type].flat()[0]) {
      case 'object':
        return Object.fromEntries(
          (schema.required ?? []).map((name) => [
            name,
            valid(
              schema.properties?.[name] ?? {},
              path.endsWith(' ') ? path + name : `${path}.${name}`,
            ),
          ]),
        )
      case 'array':
        return Array.from({ length: schema.minItems ?? 0 }, () =>
          valid(schema.items ?? {}, `${path}.0`),
        )
      case 'string':
        return textOf(schema)
      case 'number':
      case 'integer':
        return 100
      case 'boolean':
        return true
      case 'null':
        return null
      default:
        return {}
    }
  }

  const textOf = (schema: Schema): string => {
    const kind = kindOf(schema)
    if (kind) return valueOf(project, kind) ?? unknownOf(kind)
    if (schema.format === 'uri') return upstreamUrl
    if (schema.format === 'date-time') return '2026-01-01T00:00:00Z'
    return 'text'
  }

  return valid
}

/** What the schema's values name: the prefix of an id, `uuid` or `toolkit`. */
export const kindOf = ({ pattern, format }: Schema): string | undefined => {
  if (format === 'uuid' || format === 'guid') return 'uuid'
  if (pattern === '^[0-9A-Za-z_-]+$') return 'toolkit'
  return /^\^([a-z]+)_\[/.exec(pattern ?? '')?.[1]
}

/** The parameters of paths that lead to a list. */
export const sessionParams = ({ session, webhook }: FilledProject): Record<string, unknown> => ({
  session_id: session,
  id: webhook,
})
