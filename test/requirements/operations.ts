/** Part 7: success and error statuses of each operation that the specification gives in full. */
export const specified: [string, number[], number[]][] = [
  ['PATCH /auth_configs/{}', [200], [400, 401, 404, 500]],
  ['POST /tools/execute/proxy', [200], [400, 401, 403, 404, 422, 429, 500, 501, 502, 504]],
  ['POST /connected_accounts/link', [201], [400, 401, 404, 422, 500, 501]],
  ['POST /connected_accounts', [201], [400, 401, 404, 500, 501]],
  ['POST /toolkits/multi', [200], [400, 401, 404, 500]],
  ['GET /toolkits/{}', [200], [400, 401, 404, 500]],
  ['GET /tools/{}', [200], [400, 401, 404, 500]],
  ['GET /triggers_types', [200], [400, 401, 404, 500]],
  ['GET /triggers_types/{}', [200], [400, 401, 404, 500]],
  ['POST /trigger_instances/{}/upsert', [200, 201, 204], [400, 401, 404, 410, 422, 500, 501]],
  ['POST /org/owner/project/new', [200], [400, 401, 500]],
  ['PATCH /org/project/config', [200], [400, 401, 404, 500]],
  ['GET /mcp/{}', [200], [400, 401, 403, 404, 500]],
  ['PATCH /mcp/{}', [200], [400, 401, 403, 404, 500]],
  ['POST /mcp/servers/generate', [200], [400, 401, 403, 404, 500]],
  ['POST /tool_router/session', [201], [400, 401, 403, 500]],
  ['GET /tool_router/session/{}/tools', [200], [400, 401, 403, 404, 500]],
  ['POST /tool_router/session/{}/search', [200], [400, 401, 403, 404, 500]],
  ['GET /tool_router/session/{}/toolkits', [200], [400, 401, 403, 404, 500]],
  ['PATCH /webhook_subscriptions/{}', [200], [400, 401, 404, 500]],
  ['DELETE /webhook_subscriptions/{}', [200], [401, 404, 500]],
  ['GET /migration/get-nanoid', [200], [400, 401, 404, 410, 500]],
]

/** Operations that Part 4 names without their payload, or that wire.md section 2 says clients call. */
export const listed: readonly string[] = [
  'POST /auth_configs', 'GET /auth_configs', 'GET /auth_configs/{}', 'DELETE /auth_configs/{}', 'PATCH /auth_configs/{}/{}',
  'GET /connected_accounts', 'GET /connected_accounts/{}', 'DELETE /connected_accounts/{}', 'PATCH /connected_accounts/{}/status', 'POST /connected_accounts/{}/refresh',
  'GET /tools', 'POST /tools/execute/{}', 'GET /tools/enum',
  'GET /toolkits', 'GET /toolkits/categories',
  'GET /triggers_types/list/enum', 'GET /trigger_instances/active', 'PATCH /trigger_instances/manage/{}', 'DELETE /trigger_instances/manage/{}',
  'GET /mcp/servers', 'POST /mcp/servers', 'POST /mcp/servers/custom', 'DELETE /mcp/{}', 'GET /mcp/app/{}', 'GET /mcp/servers/{}/instances', 'POST /mcp/servers/{}/instances', 'DELETE /mcp/servers/{}/instances/{}',
  'GET /tool_router/session/{}', 'DELETE /tool_router/session/{}', 'POST /tool_router/session/{}/execute', 'POST /tool_router/session/{}/execute_meta', 'POST /tool_router/session/{}/link',
  'POST /tool_router/session/{}/proxy_execute', 'POST /tool_router/session/{}/attach', 'GET /tool_router/session/{}/approvals', 'POST /tool_router/session/{}/approvals/{}', 'GET /tool_router/session/{}/results/{}',
  'GET /org/project/config', 'GET /org/owner/project/list', 'GET /org/owner/project/{}', 'DELETE /org/owner/project/{}', 'POST /org/owner/project/{}/regenerate_api_key',
  'POST /webhook_subscriptions', 'GET /webhook_subscriptions', 'GET /webhook_subscriptions/{}', 'POST /webhook_subscriptions/{}/rotate_secret', 'GET /webhook_subscriptions/event_types',
]
