import type { Requirement } from '../requirements.ts'

export const accounts = {
  'accounts.create': {
    source: 'spec 4.3',
    says: 'POST connected_accounts starts a connection under an auth config; 201',
  },
  'accounts.named': {
    source: 'rule 5.10',
    says: 'Where a named account cannot be used, the answer says what is true of it: switched off, its status, its auth config, its toolkit or its user, at every door',
  },
  'accounts.named.others': {
    source: 'rule 2.4',
    says: 'In a session an account of another user is answered like one that does not exist',
  },
  'accounts.create.state': { source: 'spec 4.3', says: 'connection.state names its authScheme' },
  'accounts.create.answer': {
    source: 'spec 2.3',
    says: 'The create answer has id, connectionData {authScheme, val}, the deprecated status, redirect_url, redirect_uri and deprecated {uuid, authConfigUuid}',
  },
  'accounts.create.api-key': {
    source: 'spec 4.3',
    says: 'API key toolkits take credentials in the body',
  },
  'accounts.create.deprecated': {
    source: 'spec 4.3',
    says: 'data stands for state, redirect_uri for callback_url, and deprecated_is_v1_rerouted is accepted',
  },
  'accounts.create.statuses': {
    source: 'spec 7',
    says: 'Create answers 400 for invalid input and 404 for an unknown auth config',
  },
  'accounts.create.unsupported': {
    source: 'rule 7.9',
    says: "An account whose scheme the service can't carry out is 501",
  },
  'accounts.callback-url': {
    source: 'rule 8.6',
    says: 'callback_url is absolute http(s) without userinfo; another is 400',
  },
  'accounts.validate-credentials': {
    source: 'spec 4.3',
    says: 'validate_credentials, off by default, validates an API key by the current-user endpoint of the toolkit; a refused key, or a toolkit without that endpoint, is 400',
  },
  'accounts.validate-credentials.schemes': {
    source: 'rule 8.19',
    says: 'validate_credentials also asks about a given credential of another scheme: a refused one is 400; where there is nothing to ask it has no effect',
  },
  'accounts.verification': {
    source: 'rule 8.17',
    says: 'A credential that the API refuses never becomes ACTIVE through a link: the form shows the problem, after OAuth the account is FAILED with the reason and the grant is revoked; an API that cannot be asked refuses nothing, and the account is unverified',
  },
  'accounts.look-ups': {
    source: 'rule 8.18',
    says: 'Values that only the API knows are looked up with the new credential, in order and before the verification, and are not asked of the user',
  },
  'accounts.look-ups.given': {
    source: 'rule 8.18',
    says: 'Values that are given with the connection are not looked up',
  },
  'accounts.look-ups.several': {
    source: 'rule 8.18',
    says: 'One choice is taken; of several the first where the recipe says so; the same values count once',
  },
  'accounts.look-ups.none': {
    source: 'rule 8.18',
    says: 'A look-up that finds nothing, or whose credential is refused, connects nothing and says what was looked for',
  },
  'accounts.look-ups.choice': {
    source: 'rule 8.20',
    says: 'Of several the user chooses on a page of the link, in the browser that connects; until then the account is INITIATED and holds nothing',
  },
  'accounts.look-ups.choice.end': {
    source: 'rule 8.20',
    says: 'A choice that nobody makes in time makes the account EXPIRED and revokes the grant; so does beginning anew with another account, which leaves the account waiting',
  },
  'accounts.look-ups.offered': {
    source: 'rule 8.20',
    says: 'Without a browser several choices are 400, with `choices` (label and values, at most 100); the values of one connect the account',
  },
  'accounts.look-ups.again': {
    source: 'rule 8.20',
    says: 'Where the API could not be asked, the page of the link asks again, with the same grant',
  },
  'accounts.look-ups.former': {
    source: 'rule 8.20',
    says: 'An account that is connected again keeps its choice while it is there, also where the API cannot be asked; else its user chooses again',
  },
  'accounts.look-ups.unanswered': {
    source: 'rule 8.18',
    says: 'An API that cannot be asked refuses nothing, and no account is ACTIVE without its values',
  },
  'accounts.look-ups.hostile': {
    source: 'rule 8.18',
    says: 'Values of an answer are short plain texts that fit their fields and the addresses they are part of; others are no choices',
  },
  'accounts.look-ups.host': {
    source: 'rule 8.18',
    says: 'No answer chooses a host outside of the domain that the recipe names',
  },
  'accounts.look-ups.recipe': {
    source: 'rule 8.18',
    says: 'A recipe whose look-up sets a secret, or needs what is found later, is refused',
  },
  'accounts.identity': {
    source: 'rule 8.17',
    says: 'Whose account it is stands wherever accounts are listed, as plain texts of at most 200 characters without credentials',
  },
  'accounts.values': {
    source: 'spec 2.4',
    says: 'Every documented field of the connection values is accepted and kept, and so are fields of the toolkit',
  },
  'accounts.values.secret': {
    source: 'rule 2.7',
    says: 'A secret in any field of the connection values is found in no answer, log, error, event or dump while the project masks secrets',
  },
  'accounts.values.types': {
    source: 'spec 2.4',
    says: 'A documented field of another type is 400',
  },
  'accounts.values.kept-only': {
    source: 'spec 2.4',
    says: 'state_prefix and long_redirect_url are accepted and kept where no OAuth exchange needs them',
  },
  'accounts.values.per-scheme': {
    source: 'rule 8.2',
    says: 'BASIC needs username, BEARER_TOKEN token, API_KEY generic_api_key or api_key',
  },
  'accounts.placement': {
    source: 'spec 1',
    says: "An account's credential goes into requests where its scheme says",
  },
  'accounts.record': {
    source: 'rule 8.3',
    says: 'A record has id, user_id, toolkit, auth_config, status, status_reason, is_disabled, times, state {authScheme, val}, data, params and deprecated.uuid',
  },
  'accounts.record.masked': {
    source: 'rule 8.3',
    says: 'Secrets are masked when the project says so',
  },
  'accounts.list': {
    source: 'rule 8.4',
    says: 'The list filters by user_ids, toolkit_slugs, auth_config_ids, connected_account_ids and statuses, ordered by created_at or updated_at in either direction, in pages',
  },
  'accounts.status': {
    source: 'rule 8.1',
    says: 'PATCH {enabled: false} makes an ACTIVE account INACTIVE, {enabled: true} ACTIVE again',
  },
  'accounts.delete': {
    source: 'rule 8.12',
    says: 'A deleted account is 404; accounts go with their auth config and their toolkit',
  },
  'accounts.host-fields.pattern': {
    source: 'rule 9.11',
    says: 'A host field that a user fills must match the pattern of the toolkit, and be a host',
  },
  'accounts.host-fields.shared-credentials': {
    source: 'rule 9.11',
    says: "An operator's shared_credentials never go to a host that an account chose",
  },
  'accounts.link': {
    source: 'spec 4.3',
    says: 'POST connected_accounts/link creates an auth link session for a user, with a callback_url and prefilled connection_data; 201',
  },
  'accounts.link.answer': {
    source: 'spec 2.13',
    says: 'A link session has link_token, redirect_url, expires_at and connected_account_id',
  },
  'accounts.link.token': {
    source: 'rule 8.7',
    says: 'A link token has 128 random bits and is in no log; its address begins with the public URL',
  },
  'accounts.link.expiry': {
    source: 'spec 2.13',
    says: 'A link expires within 10 to 60 minutes; an account that nobody connected by then is EXPIRED',
  },
  'accounts.link.statuses': {
    source: 'spec 7',
    says: 'link answers 400, 401, 404 for an unknown auth config, 422 where there is nothing to connect or the auth config is disabled, 501 for a scheme that cannot be carried out',
  },
  'accounts.link.application': {
    source: 'rule 7.10',
    says: 'No link is made, and none offered, under an auth config that lacks its OAuth application: 422 names the command that sets it up',
  },
  'accounts.refresh': {
    source: 'rule 8.5',
    says: 'refresh answers {id, status, redirect_url} and never takes an ACTIVE account out of ACTIVE',
  },
  'accounts.session-link': {
    source: 'rule 5.16',
    says: "link {toolkit, callback_url?} of a session answers link_token, redirect_url, connected_account_id and (spec 2.13) expires_at, for the session's user and auth config",
  },
  'accounts.session-link.policy': {
    source: 'rule 5.8',
    says: 'link is refused for a toolkit that the session excludes',
  },
  'accounts.session-link.caller-managed': {
    source: 'spec 4.7',
    says: 'With manage_connections.enable false connections are managed by the caller, who may still ask for links',
  },
  'accounts.missing-connection': {
    source: 'rule 5.12',
    says: 'A call without a connection answers an error with the toolkit and, where the session manages connections, the link to connect it: the same as long as it is valid',
  },
  'accounts.renewal.before-end': {
    source: 'rule 8.10',
    says: 'A credential is renewed when the larger of 60 s and 10 % of its life is left; one of less than two minutes at half its life',
  },
  'accounts.renewal.refused': {
    source: 'rule 8.10',
    says: 'A 401 of the API has the credential renewed once, and the call made again',
  },
  'accounts.renewal.once': {
    source: 'rule 8.10',
    says: 'Exactly one refresh request per stored refresh token, over all nodes, through crashes and whoever goes away meanwhile',
  },
  'accounts.renewal.interrupted': {
    source: 'rule 8.10',
    says: 'A renewal whose node died is taken over; a credential lost in between makes the account EXPIRED with a reason that says so',
  },
  'accounts.renewal.lost': {
    source: 'rule 8.11',
    says: 'A credential that the provider takes no longer makes the account EXPIRED, with one event and no more tries',
  },
  'accounts.renewal.unavailable': {
    source: 'rule 8.11',
    says: '429, 5xx and time-outs of a renewal back off, while a valid credential goes on serving',
  },
  'accounts.renewal.misconfigured': {
    source: 'rule 8.11',
    says: 'A renewal that fails by the fault of the auth config names it and leaves the account ACTIVE',
  },
  'accounts.renewal.keeps-refresh-token': {
    source: 'rule 8.10',
    says: 'An answer without a refresh token keeps the old one',
  },
  'accounts.renewal.clock-skew': {
    source: 'rule 8.10',
    says: 'Clocks that are 90 s apart do no harm',
  },
  'accounts.renewal.deleted': {
    source: 'rule 8.12',
    says: 'A deleted account never comes back, also when it is deleted during its renewal; what was granted then is revoked',
  },
  'accounts.renewal.switched-off': {
    source: 'rule 8.10',
    says: 'An account that is switched off is not renewed; one that is switched off during its renewal keeps the new credential',
  },
  'accounts.renewal.secrets': {
    source: 'rule 2.7',
    says: 'Neither the old nor the new tokens of a renewal stand in a log',
  },
  'accounts.revoke': {
    source: 'rule 8.12',
    says: 'Deleting an account revokes its credential at the provider, in the background, whatever the provider answers',
  },
  'accounts.connecting.oauth': {
    source: 'spec 5',
    says: 'An OAuth flow leads the user over the redirect URL to the provider, then back to callback_url; the account is then ACTIVE',
  },
  'accounts.connecting.return': {
    source: 'rule 8.6',
    says: 'On return callback_url gets `status` (success or failed) and `connected_account_id` and nothing secret',
  },
  'accounts.connecting.state': {
    source: 'rule 8.8',
    says: 'A `state` is bound to link, auth config and browser, stored as a hash only, good once and for 30 minutes; an unknown, doubled, used, expired or foreign one connects nothing',
  },
  'accounts.connecting.state-prefix': {
    source: 'spec 2.4',
    says: 'state_prefix begins the `state` that goes to the provider; random bits follow',
  },
  'accounts.connecting.long-redirect-url': {
    source: 'spec 2.4',
    says: "long_redirect_url answers the provider's own address, unshortened; any browser may come back from it",
  },
  'accounts.connecting.destinations': {
    source: 'spec 2.4',
    says: 'callback_url, callbackUrl, finalRedirectUri and svc_link_redirect_url of the connection data say where the browser goes in the end, where the request itself does not; one that is no address is 400',
  },
  'accounts.connecting.one-browser': {
    source: 'rule 8.7',
    says: 'A link belongs to the browser that sent its first form; another can neither send it nor bring the answer of the provider',
  },
  'accounts.connecting.once': {
    source: 'rule 8.8',
    says: 'Two tabs or browsers at once give one account, ACTIVE once, with one event',
  },
  'accounts.connecting.failed': {
    source: 'rule 8.8',
    says: 'A refused or broken exchange makes the account FAILED with the reason as plain text, never ACTIVE; the same link can be used again',
  },
  'accounts.connecting.deleted': {
    source: 'rule 8.12',
    says: 'An account that is deleted while it is being connected never comes back',
  },
  'accounts.connecting.prefill': {
    source: 'spec 4.3',
    says: 'connection_data prefills the form: what is no secret is shown and can be changed, a secret is used and not shown',
  },
  'accounts.connecting.again': {
    source: 'rule 8.8',
    says: 'An account that needs its user again keeps its id and what its user chose, and nothing of its former credential',
  },
  'accounts.create.oauth': {
    source: 'spec 4.3',
    says: 'OAuth toolkits answer INITIATED with the address that the user must open, in connectionData.val.redirectUrl, redirect_url and redirect_uri',
  },
  'accounts.create.oauth1': {
    source: 'rule 8.15',
    says: 'OAUTH1 INITIATED holds authUri, oauth_token, oauth_token_secret and redirectUrl',
  },
  'accounts.create.imported': {
    source: 'rule 8.2',
    says: 'A credential that is given with status ACTIVE is imported; OAUTH2 and DCR_OAUTH need access_token, OAUTH1 oauth_token and oauth_token_secret',
  },
  'accounts.create.obtained': {
    source: 'rule 8.2',
    says: 'Schemes that need no user get their credential at creation; a provider that refuses is 400 with its reason',
  },
  'accounts.confirmation': {
    source: 'rule 8.9',
    says: 'With require_connection_confirmation a connected account stays INITIATED until its project gives the confirmation_code that came to callback_url; the code is good once and for 10 minutes',
  },
  'accounts.confirmation.callback-url': {
    source: 'rule 8.9',
    says: 'With require_connection_confirmation, or confirmation "callback", a link without a callback_url is refused',
  },
  'accounts.confirmation.link': {
    source: 'rule 8.9',
    says: "Each way to make a link takes `confirmation`; the project's setting is the least that holds, and without either a link connects at once",
  },
  'accounts.confirmation.revoked': {
    source: 'product',
    says: 'What was granted to a connection that is not confirmed, for lack of time or after wrong codes, is revoked at the provider',
  },
  'accounts.confirmation.code': {
    source: 'rule 8.9',
    says: 'With confirmation "code" the page shows a code of 34 bits, stored keyed, and leads nowhere by itself; the fifth wrong code ends the connection, also when codes come at the same time',
  },
  'accounts.confirmation.user': {
    source: 'rule 8.9',
    says: 'confirm with a user_id refuses an account of another user with 403, and takes no attempt away',
  },
  'accounts.confirmation.agent': {
    source: 'rule 8.9',
    says: 'An agent confirms the link that it showed with the code that its user typed in, for accounts of that user alone',
  },
} satisfies Record<string, Requirement>
