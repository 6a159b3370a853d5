/**
 * Recipes with the peculiarities of real APIs, as YAML files hold them. Each declares its
 * operations, so that nothing has to be fetched.
 */
export const sampleRecipes: Record<string, string> = {
  /**
   * OAuth with rotating refresh tokens; failures with status 200; cursors; one address for the
   * events of all accounts.
   */
  chat: `
recipe: 1
slug: chat
name: Chat
summary: Messages in channels
app_url: https://chat.example
description: { kind: none, base_url: https://chat.example/api }
auth:
  - scheme: OAUTH2
    oauth:
      authorization_url: https://chat.example/oauth/v2/authorize
      token_url: https://chat.example/api/oauth.v2.access
      revocation_url: https://chat.example/api/auth.revoke
      client_authentication: body
      pkce: false
      scope_separator: ","
      default_scopes: [channels:read, chat:write]
      refresh_tokens: rotating
      keep: { team.id: team_id }
    fields: [{ name: team_id, display_name: Workspace, required: false }]
    setup:
      url: https://chat.example/apps
      steps: [Create an application, "Add the redirect URL {redirect_uri}"]
    scope_sets:
      - { name: read messages, scopes: [channels:read, channels:history], default: true }
account:
  verification:
    request: { method: POST, path: /auth.test }
    refused: [{ in: body, path: ok, one_of: [false] }]
    identity: { id: user_id, login: user, workspace: team, url: url }
answers:
  failures:
    - when: [{ in: body, path: ok, one_of: [false] }]
      message: error
      code: error
      reconnect: [{ in: body, path: error, one_of: [token_revoked, invalid_auth] }]
  paging:
    - { by: cursor, argument: cursor, next: response_metadata.next_cursor, items: channels, limit: limit }
tools:
  - slug: CHAT_LIST_CHANNELS
    declare:
      method: GET
      path: /conversations.list
      parameters:
        cursor: { in: query, schema: { type: string } }
        limit: { in: query, schema: { type: integer, minimum: 1, maximum: 1000 } }
    name: List channels
    description: Lists the channels of the workspace.
    arguments: { limit: At most 1000; 100 is a good size }
    hints: { readOnlyHint: true }
    scopes: [channels:read]
triggers:
  - slug: CHAT_MESSAGE_POSTED
    name: Message posted
    description: Message posted.
    config: { type: object, properties: { channel: { type: string } } }
    payload: { type: object }
    instructions: Enter the address at the events of your application.
    type: webhook
    webhook:
      address: auth_config
      account: { in: body, name: team_id, equals: "{account.team_id}" }
      secret: { from: auth_config, path: signing_secret }
      signature:
        kind: hmac
        header: X-Chat-Signature
        prefix: "v0="
        signed: "v0:{timestamp}:{body}"
        timestamp: { in: header, name: X-Chat-Request-Timestamp }
      handshake:
        method: POST
        when: [{ in: body, name: type, equals: url_verification }]
        challenge: { in: body, name: challenge }
        signed: true
      when:
        - { in: body, name: type, equals: event_callback }
        - { in: body, name: event.type, equals: message }
        - { in: body, name: event.channel, equals: "{config.channel}" }
      delivery_id: { in: body, name: event_id }
      payload: event
`,
  /**
   * The site is looked up after the user agreed, and is part of every address; registrations expire.
   */
  tickets: `
recipe: 1
slug: tickets
name: Tickets
description: { kind: none, base_url: "https://api.tickets.example/ex/{cloud_id}" }
auth:
  - scheme: OAUTH2
    fields:
      - { name: cloud_id, display_name: Site, required: false }
    oauth:
      authorization_url: https://auth.tickets.example/authorize
      token_url: https://auth.tickets.example/oauth/token
      token_body_format: json
      client_authentication: body
      authorization_parameters: { audience: api.tickets.example, prompt: consent }
      default_scopes: [read:work, offline_access]
      refresh_tokens: rotating
account:
  look_ups:
    - request: { path: https://api.tickets.example/oauth/token/accessible-resources }
      items: ""
      set: { cloud_id: id }
      label: name
  verification:
    request: { path: /rest/api/3/myself }
    identity: { id: accountId, name: displayName, email: emailAddress }
answers:
  paging:
    - { by: offset, argument: startAt, items: issues, total: total, limit: maxResults }
tools:
  - slug: TICKETS_SEARCH_ISSUES
    declare:
      method: GET
      path: /rest/api/3/search
      parameters:
        query: { in: query, required: true, schema: { type: string } }
        startAt: { in: query, schema: { type: integer } }
        maxResults: { in: query, schema: { type: integer } }
    description: Finds issues.
    hints: { readOnlyHint: true }
triggers:
  - slug: TICKETS_ISSUE_CREATED
    name: Issue created
    description: Issue created.
    config: { type: object, properties: { project: { type: string } }, required: [project] }
    payload: { type: object }
    type: webhook
    webhook:
      register:
        request:
          method: POST
          path: /rest/api/3/webhook
          body:
            url: "{hook_url}"
            secret: "{secret}"
            until: "{expires_at}"
            filters: [{ project: "{config.project}" }]
            events: [issue_created]
        keep: { id: webhook.id }
        lifetime: { seconds: 2592000, until: { path: expirationDate, format: milliseconds } }
      renew:
        request: { method: PUT, path: "/rest/api/3/webhook/{registration.id}/refresh" }
      unregister:
        request: { method: DELETE, path: "/rest/api/3/webhook/{registration.id}" }
      secret: { from: generated }
      signature: { kind: hmac, header: X-Hub-Signature, prefix: "sha256=" }
      when: [{ in: body, name: webhookEvent, equals: "issue_created" }]
      id: [issue.id, timestamp]
      payload: { id: issue.id, title: issue.fields.summary }
  - slug: TICKETS_ISSUE_CHANGED
    name: Issue changed
    description: Issue changed.
    config: { type: object, properties: {} }
    payload: { type: object }
    type: webhook
    webhook:
      register:
        request: { method: POST, path: /rest/api/3/subscriptions, body: { resource: "{hook_url}", expires: "{expires_at}" } }
        keep: { id: id }
        lifetime: { seconds: 3600 }
      unregister:
        request: { method: DELETE, path: "/rest/api/3/subscriptions/{registration.id}" }
      secret: { from: request, request: { path: "/rest/api/3/subscriptions/{registration.id}/secret" }, path: signing.secret }
      signature:
        kind: hmac
        header: webhook-signature
        format: list
        prefix: "v1,"
        signed: "{header.webhook-id}.{timestamp}.{body}"
        timestamp: { in: header, name: webhook-timestamp }
        encoding: base64
        secret_encoding: base64
        secret_prefix: whsec_
      handshake:
        method: POST
        when: [{ in: query, name: validationToken }]
        challenge: { in: query, name: validationToken }
      items: value
      id: [id]
      payload: resource
`,
  /** Two keys in the query, pages by the last item, and a HEAD request that verifies an address. */
  boards: `
recipe: 1
slug: boards
name: Boards
description: { kind: none, base_url: https://api.boards.example/1 }
auth:
  - scheme: API_KEY
    fields:
      - { name: key, display_name: API key, is_secret: true, url: https://boards.example/app-key }
      - { name: token, display_name: Token, is_secret: true, starts_with: [ATTA] }
    placements:
      - { field: key, in: query, name: key }
      - { field: token, in: query, name: token }
account:
  verification:
    request: { path: /members/me }
    identity: { id: id, login: username, name: fullName, url: url }
answers:
  paging:
    - { by: last_item, argument: before, next: id, items: items }
tools:
  - slug: BOARDS_LIST_CARDS
    declare:
      method: GET
      path: /boards/{board}/cards
      parameters:
        board: { in: path, required: true, schema: { type: string } }
        before: { in: query, schema: { type: string } }
    description: Lists the cards of a board.
    hints: { readOnlyHint: true }
triggers:
  - slug: BOARDS_CARD_MOVED
    name: Card moved
    description: Card moved.
    config: { type: object, properties: {} }
    payload: { type: object }
    type: webhook
    webhook:
      register:
        request: { method: POST, path: /webhooks, query: { callbackURL: "{hook_url}" } }
        keep: { id: id }
      unregister: { request: { method: DELETE, path: "/webhooks/{registration.id}" } }
      secret: { from: account, path: token }
      signature: { kind: hmac, header: X-Boards-Webhook, algorithm: sha1, encoding: base64, signed: "{body}{url}" }
      handshake: { method: HEAD, answer: empty }
      delivery_id: { in: body, name: action.id }
      payload: action
  - slug: BOARDS_CARD_ADDED
    name: Card added
    description: Card added.
    config: { type: object, properties: { board: { type: string } }, required: [board] }
    payload: { type: object }
    type: poll
    poll:
      request: { path: "/boards/{config.board}/actions", query: { since: "{cursor}" } }
      items: ""
      id: [id]
      order: oldest_first
      cursor: { of: item, path: date }
      pages: { by: link }
      where: [{ path: type, equals: createCard }]
      payload: { card: data.card, at: date }
`,
  /** A key with a data centre, sent as Basic; pages by number; forms as events. */
  lists: `
recipe: 1
slug: lists
name: Lists
description: { kind: none, base_url: "https://{dc}.api.lists.example/3.0" }
auth:
  - scheme: BASIC
    fields:
      - { name: api_key, display_name: API key, is_secret: true }
      - { name: dc, display_name: Data centre, default: us6, one_of: [us6, us7] }
    basic: { username: anystring, password: "{api_key}" }
account:
  verification:
    request: { path: / }
    identity: { id: account_id, name: account_name, email: email }
answers:
  failures:
    - when: [{ in: status, one_of: [403] }, { in: body, path: title, one_of: [API Key Invalid] }]
      message: detail
      code: title
      reconnect: true
  rate:
    - when: [{ in: status, one_of: [429] }]
      retry_after: [{ in: header, name: x-ratelimit-reset, unit: unix_seconds }]
  paging:
    - { by: page, argument: page, first: 1, items: members, pages: page_count }
tools:
  - slug: LISTS_LIST_MEMBERS
    declare:
      method: GET
      path: /lists/{list}/members
      parameters:
        list: { in: path, required: true, schema: { type: string } }
        page: { in: query, schema: { type: integer } }
    description: Lists the members of a list.
    hints: { readOnlyHint: true }
triggers:
  - slug: LISTS_MESSAGE_RECEIVED
    name: Message received
    description: Message received.
    config: { type: object, properties: {} }
    payload: { type: object }
    instructions: Enter the address at the number.
    type: webhook
    webhook:
      secret: { from: account, path: api_key }
      signature: { kind: hmac, header: X-Lists-Signature, algorithm: sha1, encoding: base64, signed: "{url}{query}{form_sorted}" }
      accepted: { text: "<Response/>", content_type: text/xml }
      delivery_id: { in: body, name: MessageSid }
      payload: { from: From, text: Body }
  - slug: LISTS_MEMBER_ADDED
    name: Member added
    description: Member added.
    config: { type: object, properties: {} }
    payload: { type: object }
    type: webhook
    webhook:
      register:
        request:
          method: POST
          path: /webhooks
          headers: { content-type: application/x-www-form-urlencoded }
          body: { url: "{hook_url}", "events[]": member.added }
        keep: { id: id }
      unregister: { request: { method: DELETE, path: "/webhooks/{registration.id}" } }
      secret: { from: answer, path: secret }
      signature:
        kind: hmac
        header: Lists-Signature
        format: pairs
        prefix: v1
        signed: "{timestamp}.{body}"
        timestamp: { in: pairs, name: t }
        algorithm: sha512
      id: [id]
      payload: data.object
  - slug: LISTS_CAMPAIGN_SENT
    name: Campaign sent
    description: Campaign sent.
    config: { type: object, properties: { password: { type: string } }, required: [password] }
    payload: { type: object }
    instructions: Enter the address and the password.
    type: webhook
    webhook:
      secret: { from: config, path: password }
      signature: { kind: token, in: header, name: authorization, prefix: "Basic ", basic_user: lists }
      id: [id]
  - slug: LISTS_LIST_MADE
    name: List made
    description: List made.
    config: { type: object, properties: {} }
    payload: { type: object }
    type: poll
    poll:
      request: { path: /changes, query: { cursor: "{cursor}", page: "{next}" } }
      items: entries
      id: [id, rev]
      order: oldest_first
      cursor: { of: answer, path: cursor }
      pages: { by: next, next: page_token }
`,
  /** A token, a constant header and links to pages; events that are signed with public keys. */
  pages: `
recipe: 1
slug: pages
name: Pages
description: { kind: none, base_url: https://api.pages.example/v1 }
auth:
  - scheme: BEARER_TOKEN
    fields: [{ name: token, display_name: Token, is_secret: true, starts_with: [ntn_] }]
account:
  verification:
    request: { path: /users/me }
    identity: { id: id, name: name, workspace: bot.workspace_name }
requests:
  headers: { Pages-Version: "2025-09-03" }
answers:
  failures:
    - when: [{ in: status, one_of: [401] }, { in: body, path: code, one_of: [unauthorized] }]
      message: message
      code: code
      reconnect: true
    - when: [{ in: status, one_of: [400] }]
      message: message
      code: code
  paging:
    - { by: link, items: results }
tools:
  - slug: PAGES_LIST_PAGES
    declare: { method: GET, path: /pages }
    description: Lists pages.
    hints: { readOnlyHint: true }
triggers:
  - slug: PAGES_PAGE_CHANGED
    name: Page changed
    description: Page changed.
    config: { type: object, properties: {} }
    payload: { type: object }
    type: webhook
    webhook:
      register:
        request: { method: POST, path: /webhooks, body: { data: { target: "{hook_url}", filters: [{ action: changed }] } } }
        keep: { id: data.id }
      unregister: { request: { method: DELETE, path: "/webhooks/{registration.id}" } }
      secret: { from: handshake, in: header, name: X-Hook-Secret }
      handshake:
        method: POST
        when: [{ in: header, name: X-Hook-Secret }]
        challenge: { in: header, name: X-Hook-Secret }
        answer: { header: X-Hook-Secret }
      signature: { kind: hmac, header: X-Hook-Signature }
      items: events
      id: [resource.gid, created_at]
  - slug: PAGES_COMMENT_ADDED
    name: Comment added
    description: Comment added.
    config: { type: object, properties: {} }
    payload: { type: object }
    instructions: Enter the address in the console.
    type: webhook
    webhook:
      signature:
        kind: ed25519
        header: X-Signature-Ed25519
        signed: "{timestamp}{body}"
        timestamp: { in: header, name: X-Signature-Timestamp }
        key: MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=
      id: [id]
  - slug: PAGES_MAIL_OPENED
    name: Mail opened
    description: Mail opened.
    config: { type: object, properties: { public_key: { type: string } }, required: [public_key] }
    payload: { type: object }
    instructions: Enter the address and copy the key.
    type: webhook
    webhook:
      secret: { from: config, path: public_key }
      signature:
        kind: ecdsa
        header: X-Pages-Event-Signature
        signed: "{timestamp}{body}"
        timestamp: { in: header, name: X-Pages-Event-Timestamp }
      items: ""
      id: [sg_event_id]
  - slug: PAGES_ORDER_PAID
    name: Order paid
    description: Order paid.
    config: { type: object, properties: { webhook_id: { type: string } }, required: [webhook_id] }
    payload: { type: object }
    instructions: Enter the address and copy the id.
    type: webhook
    webhook:
      signature:
        kind: rsa
        header: Pages-Transmission-Sig
        signed: "{header.pages-transmission-id}|{timestamp}|{config.webhook_id}|{body_crc32}"
        timestamp: { in: header, name: Pages-Transmission-Time, format: date }
        certificate:
          in: header
          name: Pages-Cert-Url
          hosts: [api.pages.example]
          subject: messages.pages.example
          issuer_hosts: [certificates.example]
      delivery_id: { in: header, name: Pages-Transmission-Id }
      payload: resource
  - slug: PAGES_MAIL_RECEIVED
    name: Mail received
    description: Mail received.
    config: { type: object, properties: { account: { type: string } }, required: [account] }
    payload: { type: object }
    instructions: Enter the address.
    type: webhook
    webhook:
      signature:
        kind: jwt
        in: header
        name: Authorization
        prefix: "Bearer "
        algorithms: [RS256]
        jwks: https://www.pages.example/oauth2/v3/certs
        issuer: https://accounts.pages.example
        audience: "{url}"
        claims: { email: "{config.account}" }
      delivery_id: { in: body, name: message.messageId }
      payload: message
  - slug: PAGES_CALL_ENDED
    name: Call ended
    description: Call ended.
    config: { type: object, properties: {} }
    payload: { type: object }
    instructions: Enter the address.
    type: webhook
    webhook:
      secret: { from: auth_config, path: signing_key }
      signature:
        kind: jwt
        in: header
        name: X-Pages-Token
        algorithms: [HS256]
        max_age_seconds: 300
        body_digest: { claim: payload_hash, encoding: base64 }
      handshake:
        method: GET
        challenge: { in: query, name: crc_token }
        digest: { encoding: base64 }
        answer: { json: { response_token: "sha256={digest}" } }
      id: [id]
  - slug: PAGES_PAGE_MADE
    name: Page made
    description: Page made.
    config: { type: object, properties: {} }
    payload: { type: object }
    type: poll
    poll:
      request: { path: /search, query: { page: "{page}" } }
      items: results
      id: [id]
      pages: { by: page }
`,
  /** Token requests in JSON with parameters of their own; tokens within the answer. */
  ledger: `
recipe: 1
slug: ledger
name: Ledger
description: { kind: none, base_url: "https://api.ledger.example/v2/companies/{company}" }
auth:
  - scheme: OAUTH2
    fields:
      - { name: company, display_name: Company, required: false }
    oauth:
      authorization_url: https://auth.ledger.example/authorize
      token_url: https://auth.ledger.example/token
      token_path: authed.tokens
      token_body_format: json
      token_parameters: { audience: ledger }
      refresh_parameters: { resource: books }
      scope_separator: ","
      default_scopes: [books.read, books.write]
      keep_from_callback: { companyId: company }
      refresh_tokens: rotating
account:
  verification:
    request: { path: /me }
    identity: { id: id, name: name }
answers:
  paging:
    - { by: cursor, argument: cursor, next: meta.next, items: entries }
tools:
  - slug: LEDGER_LIST_ENTRIES
    declare:
      method: GET
      path: /entries
      parameters:
        cursor: { in: query, schema: { type: string } }
    description: Lists the entries of a company.
    hints: { readOnlyHint: true }
`,
  /** A token in the path of every request, as of bots. */
  bots: `
recipe: 1
slug: bots
name: Bots
description: { kind: none, base_url: "https://api.bots.example/bot{token}" }
auth:
  - scheme: API_KEY
    fields: [{ name: token, display_name: Bot token, is_secret: true, starts_with: [bt_] }]
    placements: [{ field: token, in: path, name: token }]
account:
  verification:
    request: { path: /getMe }
    identity: { id: result.id, login: result.username }
answers:
  paging:
    - { by: last_item, argument: after, next: id, items: result }
tools:
  - slug: BOTS_GET_UPDATES
    declare:
      method: GET
      path: /getUpdates
      parameters:
        after: { in: query, schema: { type: string } }
    description: Lists what happened.
    hints: { readOnlyHint: true }
`,
}
