import * as fc from 'fast-check'
import { UnsupportedPathError, type Router } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'
import { describe, expect, it } from 'vitest'
import { contract } from '../../../src/contract/contract.ts'
import type { Endpoint } from '../../../src/contract/endpoint.ts'
import { SegmentRouter } from '../../../src/service/http/segment-router.ts'

const words = ['', 'a', 'b', 'c', '__proto__', 'constructor']
const methods = ['GET', 'POST', 'ALL']

/** The handlers of a path with the parameters that each would see. */
const matched = (router: Router<number>, method: string, path: string) => {
  const [handlers, stash] = router.match(method, path)
  return handlers.map(([handler, names]) => [
    handler,
    Object.fromEntries(
      Object.entries(names).map(([name, value]) => [name, stash ? stash[Number(value)] : value]),
    ),
  ])
}

const fill = (routes: readonly (readonly [method: string, path: string])[]) =>
  [new SegmentRouter<number>(), new TrieRouter<number>()].map((router) => {
    for (const [index, [method, path]] of routes.entries()) router.add(method, path, index)
    return router
  }) as [SegmentRouter<number>, TrieRouter<number>]

describe('the routing table', () => {
  it('finds for any routes and path what the router of Hono finds', () => {
    const segment = fc.constantFrom(...words.slice(1), ':x', ':y', ':z')
    const path = fc
      .uniqueArray(segment, {
        maxLength: 4,
        selector: (text) => (text.startsWith(':') ? text : {}),
      })
      .chain((segments) =>
        fc.boolean().map((isPrefix) => `/${[...segments, ...(isPrefix ? ['*'] : [])].join('/')}`),
      )
    const routes = fc.array(fc.tuple(fc.constantFrom(...methods), path), { maxLength: 12 })
    const asked = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(routes, asked, fc.constantFrom('GET', 'POST', 'PUT'), (table, parts, method) => {
        const [ours, theirs] = fill([['ALL', '*'], ...table])
        const wanted = `/${parts.join('/')}`
        expect(matched(ours, method, wanted)).toEqual(matched(theirs, method, wanted))
      }),
      { numRuns: 2000 },
    )
  })

  it('finds every operation of the contract, with its parameters', () => {
    const endpoints = Object.values(contract).flatMap((group): Endpoint[] => Object.values(group))
    const routes = endpoints.map(
      ({ method, path }) => [method, path.replaceAll(/\{(\w+)\}/g, ':$1')] as const,
    )
    const [ours, theirs] = fill(routes)
    for (const [method, path] of routes) {
      const wanted = path.replaceAll(/:(\w+)/g, 'of-$1')
      expect(matched(ours, method, wanted)).toEqual(matched(theirs, method, wanted))
      expect(matched(ours, method, wanted)).not.toEqual([])
    }
  })

  it.each(['/a/:b{[0-9]+}', '/a/:b?', '/a/*/b', '/a/b:c', '/a/b*'])(
    'refuses %s, which it could not match',
    (path) => {
      expect(() => new SegmentRouter<number>().add('GET', path, 1)).toThrow(UnsupportedPathError)
    },
  )
})
