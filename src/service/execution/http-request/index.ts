export type { LoadBinary } from './body/built-body.ts'
export { buildServerUrl } from './build-server-url.ts'
export { buildHttpRequest, type BuiltRequest, type RequestContext } from './build-http-request.ts'
export { RequestBuildError } from './request-build-error.ts'
