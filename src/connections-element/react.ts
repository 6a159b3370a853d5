'use client'

import { createElement, useEffect, useRef } from 'react'
import { defineConnections, type ConnectionEvents } from './index.ts'

/** What the component takes; it has no children. */
export type PlugboardConnectionsProps = {
  /** A connect token of the user who is signed in; a new one replaces the old one. */
  token: string
  /** The address of the service. */
  service: string
  /** Default: what the device prefers. */
  theme?: 'light' | 'dark'
  /** Default: the language of the page. */
  lang?: string
  className?: string
  onConnected?: (event: ConnectionEvents['plugboard-connected']) => void
  onDisconnected?: (event: ConnectionEvents['plugboard-disconnected']) => void
  onDecided?: (event: ConnectionEvents['plugboard-decided']) => void
  /** The token has ended: get another one from your backend. */
  onTokenExpired?: () => void
  onError?: (error: ConnectionEvents['plugboard-error']) => void
}

/** A React element, whatever version of React's types there is. */
type ReactElement = { type: string; props: object; key: string | null }

/**
 * Shows the connections of a user in a React application, version 18 or 19.
 *
 * It is `<plugboard-connections>` with properties and callbacks; the element is made known in the
 * browser, so that pages can be rendered on a server too.
 *
 * @example
 * <PlugboardConnections
 *   service="https://plugboard.example.com"
 *   token={token}
 *   onTokenExpired={() => getToken()}
 * />
 */
export const PlugboardConnections = ({
  token,
  service,
  theme,
  lang,
  className,
  ...callbacks
}: PlugboardConnectionsProps): ReactElement => {
  const element = useRef<HTMLElement | null>(null)
  // Listeners stay the same, and call what the last rendering brought.
  const latest = useRef(callbacks)
  useEffect(() => {
    latest.current = callbacks
  })
  useEffect(() => {
    defineConnections()
    const { current } = element
    if (!current) return undefined
    const listeners = new AbortController()
    const on = <Name extends keyof ConnectionEvents>(
      name: Name,
      run: (detail: ConnectionEvents[Name]) => void,
    ) =>
      current.addEventListener(
        name,
        (event) => run((event as CustomEvent<ConnectionEvents[Name]>).detail),
        { signal: listeners.signal },
      )
    on('plugboard-connected', (detail) => latest.current.onConnected?.(detail))
    on('plugboard-disconnected', (detail) => latest.current.onDisconnected?.(detail))
    on('plugboard-decided', (detail) => latest.current.onDecided?.(detail))
    on('plugboard-token-expired', () => latest.current.onTokenExpired?.())
    on('plugboard-error', (detail) => latest.current.onError?.(detail))
    return () => listeners.abort()
  }, [])
  return createElement('plugboard-connections', {
    ref: element,
    token,
    service,
    theme,
    lang,
    class: className,
  })
}
