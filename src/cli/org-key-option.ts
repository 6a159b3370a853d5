import { Option } from 'commander'

/** The key for operations on the projects of an organization. */
export const orgKeyOption = (): Option =>
  new Option('--org-api-key <key>', 'organization key, for operations on projects').env(
    'PLUGBOARD_ORG_API_KEY',
  )
