import type { Requirement } from '../requirements.ts'

export const projects = {
  'projects.create': {
    source: 'spec 4.8',
    says: 'POST org/owner/project/new creates a project in the organization of the key and answers id, name and api_key',
  },
  'projects.create.key-on-request': {
    source: 'spec 4.8',
    says: 'The key is returned only when should_create_api_key is true, else api_key is null',
  },
  'projects.create.unique-name': {
    source: 'spec 4.8',
    says: 'A name is unique in the organization',
  },
  'projects.create.name-rules': {
    source: 'rule 14.1',
    says: 'Names have 3 to 64 letters, digits, spaces, "_" or "-"; others are 400',
  },
  'projects.create.config': {
    source: 'spec 2.11',
    says: 'In the config of a new project is_2FA_enabled, mask_secret_keys_in_connected_account and log_visibility_setting are required, the other fields optional',
  },
  'projects.list': {
    source: 'rule 14.2',
    says: 'GET org/owner/project/list answers a page whose items are under the key `data`',
  },
  'projects.get': {
    source: 'rule 14.2',
    says: 'GET org/owner/project/{nano_id} answers the record and its api_keys, each key masked',
  },
  'projects.record': {
    source: 'rule 14.2',
    says: 'A project record holds id, org_id, name, created_at, updated_at, webhook_url and deleted',
  },
  'projects.delete': {
    source: 'rule 14.3',
    says: 'DELETE org/owner/project/{nano_id} answers {status: "success"}; afterwards the project is 404',
  },
  'projects.delete.keys': {
    source: 'rule 2.6',
    says: 'Keys of a deleted project fail on every node within a second',
  },
  'projects.delete.data-key': {
    source: 'rule 14.3',
    says: 'Deleting a project destroys its data key at once',
  },
  'projects.delete.data': {
    source: 'rule 14.3',
    says: 'What a deleted project stored is removed from every table',
  },
  'projects.regenerate': {
    source: 'spec 4.8',
    says: 'POST org/owner/project/{nano_id}/regenerate_api_key deletes the API keys and generates a new one',
  },
  'projects.regenerate.answer': {
    source: 'rule 14.3',
    says: 'regenerate_api_key answers {api_key: {id, name, key, created_at}, message} with the whole key',
  },
  'projects.regenerate.every-node': {
    source: 'rule 2.6',
    says: 'A regenerated key fails on every node within a second',
  },
  'projects.owner.organization-key': {
    source: 'rule 2.2',
    says: "org/owner/project/* with the organization's key reaches every project of the organization, and of no other",
  },
  'projects.owner.own-project': {
    source: 'rule 2.2',
    says: "org/owner/project/* with a project's or user's key reaches only the key's own project; another is 404",
  },
  'projects.config': {
    source: 'spec 2.11',
    says: 'The configuration answers is_2FA_enabled, mask_secret_keys_in_connected_account and log_visibility_setting always',
  },
  'projects.config.logo': {
    source: 'rule 9.16',
    says: 'The image at logo_url is fetched when it is set and the pages show the copy; `notes` of the answer say why there is none',
  },
  'projects.config.defaults': {
    source: 'rule 14.4',
    says: 'By default require_mcp_api_key and mask_secret_keys_in_connected_account are true and log_visibility_setting is show_all',
  },
  'projects.config.partial-update': {
    source: 'spec 4.8',
    says: 'PATCH org/project/config changes only the supplied fields and answers the configuration',
  },
  'projects.config.stored': {
    source: 'spec 2.11',
    says: 'Each field of the configuration can be set at creation and by update, and is answered as it was set',
  },
  'projects.config.invalid': {
    source: 'spec 7',
    says: 'A field of the configuration with a value of another type is 400',
  },
  'projects.config.mask': {
    source: 'spec 2.11',
    says: 'mask_secret_keys_in_connected_account decides whether a connected account shows its secrets',
  },
  'projects.config.log-visibility': {
    source: 'spec 2.11',
    says: 'log_visibility_setting dont_store_data keeps requests and responses out of the log',
  },
  'projects.config.file-expiry': {
    source: 'spec 2.11',
    says: 'signed_url_file_expiry_in_seconds decides how long the address of a file works',
  },
} satisfies Record<string, Requirement>
