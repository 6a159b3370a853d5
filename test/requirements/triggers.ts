import type { Requirement } from '../requirements.ts'

export const triggers = {
  'triggers.types.list': {
    source: 'spec 4.5',
    says: 'GET triggers_types lists trigger types with the fields of spec 2.7, by toolkit_slugs, in pages of at most 1000',
  },
  'triggers.types.get': {
    source: 'spec 4.5',
    says: 'GET triggers_types/{slug} answers one trigger type, whatever the letter case of its slug',
  },
  'triggers.types.version': {
    source: 'spec 4.5',
    says: 'toolkit_versions (`latest`, one version, or one per toolkit) chooses the version of a trigger type',
  },
  'triggers.types.unknown': {
    source: 'spec 7',
    says: 'An unknown trigger type, or one that the version asked for lacks, is 404',
  },
  'triggers.types.enum': {
    source: 'rule 9.3',
    says: 'GET triggers_types/list/enum answers a plain array of the slugs of all trigger types',
  },
  'triggers.upsert.created': {
    source: 'spec 3',
    says: 'An upsert without a matching instance creates one and answers 201',
  },
  'triggers.upsert.answer': {
    source: 'spec 2.8',
    says: 'An upsert answers trigger_id and deprecated.uuid',
  },
  'triggers.upsert.updated': {
    source: 'spec 4.5',
    says: 'An upsert with the same configuration updates the existing instance and answers 200 with its id',
  },
  'triggers.upsert.enabled-again': {
    source: 'spec 3',
    says: 'An upsert that matches a disabled instance enables it and answers its id',
  },
  'triggers.upsert.matching': {
    source: 'rule 11.1',
    says: 'Instances match by trigger type, connected account and configuration, whatever the order of its keys',
  },
  'triggers.upsert.defaults': {
    source: 'rule 11.1',
    says: 'Defaults of the schema are part of the configuration, whether it is given or not',
  },
  'triggers.poll.no-list': {
    source: 'rule 11.7',
    says: 'A list that an answer leaves out is empty, unless the answer says that it is a failure',
  },
  'triggers.upsert.concurrent': {
    source: 'spec 3',
    says: 'Upserts of one configuration at the same time create one instance',
  },
  'triggers.upsert.case': {
    source: 'spec 4.5',
    says: 'The slug of an upsert is case-insensitive and normalized to upper case',
  },
  'triggers.upsert.aliases': {
    source: 'spec 9',
    says: 'connectedAuthId, triggerConfig and version stand for connected_account_id, trigger_config and toolkit_versions; the current name wins',
  },
  'triggers.upsert.default-account': {
    source: 'rule 11.2',
    says: 'Without connected_account_id the only ACTIVE account of the toolkit is used; none or several are 400, and several are named',
  },
  'triggers.upsert.user': {
    source: 'rule 11.2',
    says: "With user_id it is the user's only ACTIVE account of the toolkit; none, several, an account of another user and a toolkit without accounts are 400",
  },
  'triggers.upsert.no-account': {
    source: 'rule 11.2',
    says: 'A trigger of a toolkit without authentication needs no account; its connected_account_id and user_id are null',
  },
  'triggers.upsert.other-toolkit': {
    source: 'rule 11.2',
    says: 'An account of another toolkit is 400',
  },
  'triggers.upsert.inactive-account': {
    source: 'rule 11.2',
    says: 'An account that is not ACTIVE or whose auth config is disabled is 422',
  },
  'triggers.upsert.unknown': {
    source: 'spec 7',
    says: 'An unknown trigger type or account is 404',
  },
  'triggers.upsert.withdrawn': {
    source: 'rule 11.3',
    says: 'A trigger type that the newest version of its toolkit has no longer is 410',
  },
  'triggers.upsert.configuration': {
    source: 'rule 11.3',
    says: "A configuration that does not fit the type's config schema is 422, with each issue and its path",
  },
  'triggers.upsert.unsupported': {
    source: 'spec 7',
    says: 'An account or toolkit whose auth scheme the service cannot carry out is 501',
  },
  'triggers.upsert.version': {
    source: 'rule 11.3',
    says: 'An instance keeps the toolkit version it was created with, until an upsert names another',
  },
  'triggers.active.record': {
    source: 'rule 11.4',
    says: 'An instance has id, uuid, connected_account_id, user_id, trigger_name, trigger_config, state, trigger_data, version, disabled_at and updated_at',
  },
  'triggers.active.filters': {
    source: 'rule 11.4',
    says: 'GET trigger_instances/active filters by user_ids, connected_account_ids, auth_config_ids, trigger_ids and trigger_names',
  },
  'triggers.active.disabled': {
    source: 'rule 11.4',
    says: 'Disabled instances are listed only with show_disabled',
  },
  'triggers.active.pages': {
    source: 'rule 1.8',
    says: 'GET trigger_instances/active is paginated with exact totals',
  },
  'triggers.manage.status': {
    source: 'rule 11.5',
    says: 'PATCH trigger_instances/manage/{id} {status: enable | disable} answers {status: "success"} and sets disabled_at',
  },
  'triggers.manage.delete': {
    source: 'rule 11.5',
    says: 'DELETE trigger_instances/manage/{id} answers {trigger_id}, and the instance is gone',
  },
  'triggers.manage.unknown': { source: 'spec 7', says: 'An unknown instance is 404' },
  'triggers.isolation': {
    source: 'rule 2.4',
    says: "Another project's trigger type, account or instance is answered like an unknown one",
  },
  'triggers.owners': {
    source: 'rule 11.6',
    says: 'Deleting a connected account, an auth config, a toolkit or a project removes its trigger instances',
  },
  'triggers.uuid': {
    source: 'rule 14.5',
    says: 'migration/get-nanoid finds a trigger instance by its UUID',
  },
  'triggers.idempotency': {
    source: 'rule 4.2',
    says: 'An upsert takes an Idempotency-Key: the second time the first answer, 201 included, is given again',
  },
  'triggers.stored': {
    source: 'rule 2.7',
    says: 'The configuration of an instance is stored encrypted',
  },
  'triggers.types.import': {
    source: 'product',
    says: 'An import that says of a trigger type less than it takes to poll or receive it, or something unknown, is 400 with the path of each problem',
  },
  'triggers.poll.mark': {
    source: 'rule 11.7',
    says: 'The first poll of an instance sets a mark and fires for nothing',
  },
  'triggers.poll.existing': {
    source: 'rule 11.7',
    says: 'With include_existing in its configuration the first poll fires for what is there already',
  },
  'triggers.poll.once': {
    source: 'rule 11.7',
    says: 'An instance fires once for each new item; webhooks are sent the oldest of a poll first',
  },
  'triggers.poll.event': {
    source: 'rule 12.4',
    says: 'What a trigger fires is a svc.trigger.message with the metadata of its instance',
  },
  'triggers.poll.request': {
    source: 'rule 11.7',
    says: 'A poll asks for what lies behind its cursor, with the values of the configuration; what fires and what is delivered are selected',
  },
  'triggers.poll.pages': {
    source: 'rule 11.7',
    says: 'A poll reads a bounded number of pages; what is left of a burst is read by the next ones',
  },
  'triggers.poll.pages.credential': {
    source: 'rule 11.7',
    says: 'The address of a next page is asked and kept without the parameters of the credential, also where the API repeats them in it',
  },
  'triggers.poll.failure': {
    source: 'rule 11.7',
    says: 'A poll that fails is repeated with growing waits, and the state of the instance says why',
  },
  'triggers.poll.retry-after': {
    source: 'rule 11.7',
    says: 'A Retry-After of the API is kept, and is no failure',
  },
  'triggers.poll.disabled': {
    source: 'rule 11.7',
    says: 'Ten failed polls in a row disable the instance with svc.trigger.disabled, which says why',
  },
  'triggers.poll.account': {
    source: 'rule 11.7',
    says: 'Polls carry the credential of the connected account',
  },
  'triggers.poll.paused': {
    source: 'rule 11.7',
    says: 'While its account is not ACTIVE an instance is not polled; then it goes on where it was',
  },
  'triggers.poll.hosts': {
    source: 'rule 10.5',
    says: 'A trigger sends no credential to a host that is not one of the toolkit',
  },
  'triggers.poll.switch': {
    source: 'rule 11.7',
    says: 'A disabled instance is not polled; enabled again it begins with a new mark',
  },
  'triggers.poll.nodes': {
    source: 'rule 11.7',
    says: 'Over all nodes an instance is polled once an interval',
  },
  'triggers.poll.crash': {
    source: 'rule 11.7',
    says: 'A node that dies in the middle of polls loses nothing, and what comes twice comes with the same id',
  },
  'triggers.hook.register': {
    source: 'rule 11.6',
    says: 'A webhook instance is registered with its provider when it is enabled, and unregistered when it is disabled or deleted',
  },
  'triggers.hook.register-failure': {
    source: 'product',
    says: 'A registration that fails is repeated, and trigger_data says why',
  },
  'triggers.hook.manual': {
    source: 'product',
    says: 'Where a person has to tell the provider, trigger_data holds the address',
  },
  'triggers.hook.event': {
    source: 'rule 11.8',
    says: 'What is pushed to POST /hooks/{token} fires the trigger with the selected payload',
  },
  'triggers.hook.signature': {
    source: 'rule 11.8',
    says: "The provider's signature is checked where the trigger type says how; a bad one is 401",
  },
  'triggers.hook.replay': {
    source: 'rule 11.15',
    says: 'A delivery whose id, or whose signed content, came before is taken and fires nothing',
  },
  'triggers.integers': {
    source: 'rule 11.16',
    says: 'An integer that no number holds is exact in events, cursors, conditions and identities, and does not fire again after an upgrade',
  },
  'triggers.hook.handshake': {
    source: 'rule 11.9',
    says: 'A handshake is answered with its challenge as text/plain with nosniff',
  },
  'triggers.hook.misuse': {
    source: 'rule 11.8',
    says: 'An unknown token is 404, a disabled one 410, an oversized body 413; nothing but text is answered, and the log holds no token',
  },
  'triggers.hook.stored': {
    source: 'rule 11.8',
    says: 'Token and secret of an address are stored hashed or encrypted; under dont_store_data nothing of a delivery is stored',
  },
  'triggers.hook.owners': {
    source: 'rule 11.6',
    says: 'Deleting an account, auth config, toolkit or project has the hooks of its instances forgotten by their providers, also when the node dies in between; calls of their addresses are 404',
  },
  'triggers.hook.owners.credential': {
    source: 'rule 11.6',
    says: 'The credential that this takes is kept apart, encrypted with a key of its own, renewed if it ends, and gone with the last try; the account is revoked after that',
  },
  'triggers.hook.owners.lost': {
    source: 'rule 11.6',
    says: 'A hook that a provider does not take back is given up after some tries within hours, which the log says',
  },
  'triggers.hook.handshake.registering': {
    source: 'rule 11.9',
    says: 'A provider may make sure of the address while it is being told',
  },
  'triggers.hook.handshake.secret': {
    source: 'rule 11.9',
    says: 'A secret that the provider sends in a handshake is kept, once for each registration',
  },
  'triggers.hook.handshake.digest': {
    source: 'rule 11.9',
    says: 'A handshake is answered with JSON of its challenge and a digest of it, which signs nothing that could be an event',
  },
  'triggers.hook.handshake.constant': {
    source: 'rule 11.9',
    says: 'A handshake without a challenge, such as a HEAD request or a ping, gets the answer that the trigger type declares',
  },
  'triggers.hook.handshake.shown': {
    source: 'rule 11.9',
    says: "A secret of a handshake that a person has to paste into the provider's console is shown in trigger_data",
  },
  'triggers.hook.accepted': {
    source: 'rule 11.8',
    says: 'Where the provider reads the answer, a delivery gets the declared one, and a refused one no content',
  },
  'triggers.hook.secret': {
    source: 'rule 11.10',
    says: 'Secrets and public keys come from the configuration, the auth config or the connected account, several while they are rotated',
  },
  'triggers.hook.certificate': {
    source: 'rule 11.11',
    says: 'A certificate is fetched from hosts of the provider only, and believed where a trusted authority issued it to the declared name and it is valid',
  },
  'triggers.hook.jwt': {
    source: 'rule 11.12',
    says: 'A token is verified with declared algorithms, keys, issuer, audience, age and digest of the body',
  },
  'triggers.hook.keys.unavailable': {
    source: 'rule 11.11',
    says: 'While the keys of a provider cannot be fetched its deliveries are 503',
  },
  'triggers.hook.shared': {
    source: 'rule 11.14',
    says: 'Instances under one auth config can share an address, whose deliveries go to those whose account they name',
  },
  'triggers.hook.renew': {
    source: 'rule 11.13',
    says: 'A registration with a lifetime is renewed before it ends, or replaced',
  },
  'triggers.hook.renew.failure': {
    source: 'rule 11.13',
    says: 'A renewal that keeps failing disables the instance with an event; while the account does not work it is tried again',
  },
  'triggers.hook.handshake.import': {
    source: 'rule 11.9',
    says: 'An import whose handshake cannot work is 400',
  },
  'triggers.sample': {
    source: 'product',
    says: 'The sample tracker has a trigger that is polled and one that it pushes, which keep firing over restarts of plugboard dev',
  },
} satisfies Record<string, Requirement>
