import {
  Agent,
  CloseEvent,
  fetch,
  FormData,
  Headers,
  Request,
  Response,
  setGlobalDispatcher,
} from 'undici'

/**
 * Makes undici's `fetch` and its classes those of this process, which loads undici anyway for what it
 * sends. Otherwise Node would load its own copy as soon as the server names `Request`: as much time
 * as a whole start of Node, and 5 MB.
 */
export const installFetch = (): void => {
  Object.assign(globalThis, { CloseEvent, fetch, FormData, Headers, Request, Response })
  // As in Node, whose copy does not speak HTTP/2 unless it is asked to.
  setGlobalDispatcher(new Agent({ allowH2: false }))
}
