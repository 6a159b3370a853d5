import { createElement, lazy, type ComponentProps, type FC, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { PlugboardConnections, type PlugboardConnectionsProps } from 'plugboard/connections/react'

const service = 'https://plugboard.example.com'

/** As an application writes it. */
const App = () => (
  <main>
    <PlugboardConnections
      service={service}
      token="pbt_1"
      theme="dark"
      onConnected={({ toolkit }) => toolkit.toUpperCase()}
      onTokenExpired={() => undefined}
    />
  </main>
)

export const component: FC<PlugboardConnectionsProps> = PlugboardConnections
export const node: ReactNode = createElement(PlugboardConnections, { service, token: 'pbt_1' })
export const properties: ComponentProps<typeof PlugboardConnections> = { service, token: 'pbt_1' }
export const later = lazy(async () => ({ default: PlugboardConnections }))
// @ts-expect-error -- a token is needed
export const withoutToken = <PlugboardConnections service={service} />
export const withChildren = (
  // @ts-expect-error -- it has no children
  <PlugboardConnections service={service} token="pbt_1">
    text
  </PlugboardConnections>
)

const html = renderToString(<App />)
if (!html.includes(`<plugboard-connections token="pbt_1" service="${service}" theme="dark">`))
  throw new Error(`A server renders ${html}`)
