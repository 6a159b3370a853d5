import type { Connection, Toolkit } from './api.ts'
import { h } from './dom.ts'
import { nameOf, type Waiting } from './state.ts'
import { fill, type Texts } from './texts/index.ts'
import { button, logo, notice, type View } from './parts.ts'
import { callRow } from './view-call.ts'

/** More than these are found by searching. */
const shownToolkits = 24

/** Everything below the line that says what happened. */
export const view = (parts: View): Node[] => {
  const { state, texts, actions } = parts
  switch (state.phase) {
    case 'loading':
      return [h('p', { class: 'quiet' }, texts.loading)]
    case 'failed':
      return [
        notice(texts.failed, true),
        button(state, texts.retry, { key: 'retry', run: actions.reload }),
      ]
    case 'expired':
      return [notice(texts.tokenExpired, true)]
    case 'forbidden':
      return [notice(texts.notAllowed, true)]
    case 'ready':
      return [
        ...(state.waiting ? [waitingPanel(parts, state.waiting)] : []),
        ...(state.calls.length > 0
          ? [
              section(
                texts.approvals,
                'calls',
                list(state.calls.map((call) => callRow(parts, call))),
              ),
            ]
          : []),
        section(
          texts.connections,
          'connections',
          state.connections.length === 0
            ? h('p', { class: 'quiet' }, texts.none)
            : list(state.connections.map((connection) => connectionRow(parts, connection))),
        ),
        toolkitSection(parts),
      ]
    default:
      return state.phase satisfies never
  }
}

const section = (title: string, key: string, ...children: Node[]) =>
  h(
    'section',
    { 'aria-labelledby': key },
    h('h2', { id: key, tabindex: '-1', 'data-key': key }, title),
    ...children,
  )

const list = (rows: Node[]) => h('ul', { role: 'list' }, ...rows)

/** A form with one field. */
const fieldForm = (
  { state, texts }: View,
  field: { key: string; label: string; value?: string; action: string; maximum: string },
  run: (value: string) => void,
  cancel: () => void,
) => {
  const input = h('input', {
    'data-key': field.key,
    maxlength: field.maximum,
    autocomplete: 'off',
    spellcheck: 'false',
  })
  input.value = field.value ?? ''
  return h(
    'form',
    {
      class: 'wide',
      submit: (event) => {
        event.preventDefault()
        if (!state.isBusy) run(input.value.trim())
      },
    },
    h('label', {}, field.label, input),
    h(
      'span',
      { class: 'actions' },
      button(state, field.action, { key: `${field.key}-save`, style: 'first' }),
      button(state, texts.cancel, {
        key: `${field.key}-cancel`,
        run: cancel,
      }),
    ),
  )
}

const waitingPanel = (parts: View, waiting: Waiting) => {
  const { state, texts, actions } = parts
  return h(
    'section',
    { class: 'notice', 'aria-label': fill(texts.connectNamed, { name: waiting.name }) },
    h('h2', { tabindex: '-1', 'data-key': 'waiting' }, waiting.name),
    h('p', {}, waiting.isBlocked ? texts.blocked : texts.inWindow),
    h(
      'p',
      { class: 'actions' },
      h(
        'a',
        {
          class: waiting.isBlocked ? 'button first' : 'button',
          'data-key': 'waiting-open',
          href: waiting.url,
          target: '_blank',
          rel: 'noopener noreferrer',
        },
        texts.openWindow,
      ),
      !waiting.needsCode &&
        button(state, texts.cancel, { key: 'waiting-cancel', run: actions.cancel }),
    ),
    waiting.needsCode &&
      fieldForm(
        parts,
        { key: `code ${waiting.id}`, label: texts.code, action: texts.confirm, maximum: '255' },
        actions.confirm,
        actions.cancel,
      ),
  )
}

const connectionRow = (parts: View, connection: Connection) => {
  const { state, texts, actions } = parts
  const { id, toolkit } = connection
  const asked = state.asking?.id === id ? state.asking.for : undefined
  return h(
    'li',
    {},
    logo(toolkit),
    h(
      'div',
      { class: 'about' },
      h('h3', {}, h('bdi', {}, toolkit.name)),
      ...[connection.name, connection.owner].map(
        (text) => text !== null && h('p', { class: 'quiet' }, h('bdi', {}, text)),
      ),
      stateOf(connection, texts),
    ),
    asked === undefined && connectionActions(parts, connection),
    asked === 'name' &&
      fieldForm(
        parts,
        {
          key: `name ${id}`,
          label: texts.name,
          value: connection.name ?? '',
          action: texts.save,
          maximum: '100',
        },
        (name) => actions.rename(connection, name),
        () => actions.ask(undefined),
      ),
    asked === 'disconnect' && disconnectQuestion(parts, connection),
  )
}

const connectionActions = ({ state, texts, actions }: View, connection: Connection) => {
  const { id } = connection
  const label = (text: string) => fill(text, { name: nameOf(connection) })
  return h(
    'div',
    { class: 'actions' },
    connection.can_reconnect &&
      button(state, texts.reconnect, {
        key: `reconnect ${id}`,
        label: label(texts.reconnectNamed),
        style: 'first',
        run: () => actions.reconnect(connection),
      }),
    button(state, texts.rename, {
      key: `rename ${id}`,
      label: label(texts.renameNamed),
      run: () => actions.ask({ id, for: 'name' }),
    }),
    button(state, texts.disconnect, {
      key: `disconnect ${id}`,
      label: label(texts.disconnectNamed),
      run: () => actions.ask({ id, for: 'disconnect' }),
    }),
  )
}

const disconnectQuestion = ({ state, texts, actions }: View, connection: Connection) => {
  const { id } = connection
  const label = (text: string) => fill(text, { name: nameOf(connection) })
  return h(
    'div',
    { class: 'wide', role: 'group', 'aria-labelledby': `ask-${id}` },
    h('p', { class: 'about', id: `ask-${id}` }, label(texts.askDisconnect)),
    h(
      'span',
      { class: 'actions' },
      button(state, texts.disconnect, {
        key: 'disconnect-yes',
        style: 'danger',
        run: () => actions.disconnect(connection),
      }),
      button(state, texts.keep, { key: 'disconnect-no', run: () => actions.ask(undefined) }),
    ),
  )
}

const stateOf = ({ status, is_disabled }: Connection, texts: Texts) => {
  if (is_disabled) return h('p', { class: 'quiet' }, texts.off)
  if (status === 'ACTIVE') return null
  const isPending = status === 'INITIALIZING' || status === 'INITIATED'
  return h('p', { class: 'bad' }, isPending ? texts.pending : texts.expired)
}

const toolkitSection = (parts: View) => {
  const { state, texts, actions } = parts
  const wanted = state.filter.trim().toLowerCase()
  const found = state.toolkits.filter(
    ({ slug, name }) => slug.includes(wanted) || name.toLowerCase().includes(wanted),
  )
  const input = h('input', {
    type: 'search',
    'data-key': 'filter',
    maxlength: '100',
    input: () => actions.filter(input.value),
  })
  const hidden = found.length - shownToolkits
  return section(
    texts.connectMore,
    'toolkits',
    ...(state.toolkits.length > shownToolkits ? [h('label', {}, texts.filter, input)] : []),
    state.toolkits.length === 0
      ? h('p', { class: 'quiet' }, texts.noToolkits)
      : found.length === 0
        ? h('p', { class: 'quiet' }, texts.noMatch)
        : list(found.slice(0, shownToolkits).map((toolkit) => toolkitRow(parts, toolkit))),
    ...(hidden > 0 ? [h('p', { class: 'quiet' }, fill(texts.more, { count: hidden }))] : []),
  )
}

const toolkitRow = ({ state, texts, actions }: View, toolkit: Toolkit) =>
  h(
    'li',
    {},
    logo(toolkit),
    h('div', { class: 'about narrow' }, h('h3', {}, h('bdi', {}, toolkit.name))),
    button(state, texts.connect, {
      key: `connect ${toolkit.slug}`,
      label: fill(texts.connectNamed, { name: toolkit.name }),
      run: () => actions.connect(toolkit),
    }),
  )
