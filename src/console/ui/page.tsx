import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Code } from './copy.tsx'
import { Icon } from './icon.tsx'

type PageProps = {
  title: string
  /** Buttons beside the title. */
  actions?: ComponentChildren
  /** The page above this one, for a page about one thing. */
  back?: { href: string; text: string }
  children: ComponentChildren
}

/** A screen: its heading, which gets the focus when the screen opens, actions and content. */
export const Page = ({ title, actions, back, children }: PageProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Plugboard`
    heading.current?.focus({ preventScroll: true })
  }, [title])
  return (
    <>
      <header class="page-head">
        <div>
          {back && (
            <a class="back" href={back.href}>
              {back.text}
            </a>
          )}
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
        </div>
        {actions && <div class="actions">{actions}</div>}
      </header>
      {children}
    </>
  )
}

/** Names and values of one thing. Absent values are left out. */
export const Facts = ({ of }: { of: readonly (readonly [string, ComponentChildren])[] }) => (
  <dl class="facts">
    {of
      .filter(([, value]) => value !== null && value !== undefined && value !== '')
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)

/** What a screen says when there is nothing yet: what would be here, and the command that makes it. */
export const Empty = ({
  title,
  command,
  children,
}: {
  title: string
  command?: string
  children?: ComponentChildren
}) => (
  <div class="empty">
    <h2>{title}</h2>
    {children}
    {command && <Code text={command} what="command" />}
  </div>
)

/** Shown while something is loaded for the first time. */
export const Loading = () => (
  <p class="quiet" role="status">
    Loading…
  </p>
)

/** A link that looks like a button. */
export const LinkButton = ({ href, children }: { href: string; children: string }) => (
  <a class="button" href={href}>
    {children} <Icon name="right" />
  </a>
)
