export { importDiscovery } from './import-discovery.ts'
export { isDiscovery } from './is-discovery.ts'
