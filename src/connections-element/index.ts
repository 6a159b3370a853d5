import { PlugboardConnections, type ConnectionEvents } from './element.ts'

export { PlugboardConnections, type ConnectionEvents }

declare global {
  // eslint-disable-next-line typescript/consistent-type-definitions -- only an interface is extended
  interface HTMLElementTagNameMap {
    'plugboard-connections': PlugboardConnections
  }
}

/**
 * Makes the element `<plugboard-connections>` known to the page, on which a user manages their own
 * connections with a connect token.
 *
 * Call it once, in the browser; again it does nothing, and without a browser neither. `service` is
 * the address of the service for elements without an attribute of this name.
 *
 * @example
 * defineConnections({ service: 'https://plugboard.example.com' })
 */
export const defineConnections = ({ service }: { service?: string } = {}): void => {
  if (typeof customElements === 'undefined') return
  if (service !== undefined) PlugboardConnections.defaultService = service
  if (!customElements.get('plugboard-connections'))
    customElements.define('plugboard-connections', PlugboardConnections)
}
