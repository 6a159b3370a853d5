import type { WaitingCall } from './api.ts'
import { h } from './dom.ts'
import { button, logo, type View } from './parts.ts'
import { nameOf } from './state.ts'
import { fill } from './texts/index.ts'

/** A call that waits, with everything that it would do. */
export const callRow = ({ state, texts, actions }: View, call: WaitingCall) => {
  const { approval_id: id, tool, toolkit, arguments: given } = call
  const name = tool.name
  const account = state.connections.find((each) => each.id === call.connected_account_id)
  return h(
    'li',
    {},
    logo(toolkit),
    h(
      'div',
      { class: 'about' },
      h('h3', {}, h('bdi', {}, name)),
      h(
        'p',
        { class: 'quiet' },
        h('bdi', {}, account ? nameOf(account) : toolkit.name),
        ` · ${tool.slug}`,
      ),
      tool.is_destructive && h('p', { class: 'bad' }, texts.destructive),
    ),
    given === null
      ? h('p', { class: 'wide bad' }, texts.damaged)
      : h(
          'dl',
          {},
          ...given.shown.flatMap((argument) => [
            h('dt', {}, h('bdi', {}, argument.name)),
            h(
              'dd',
              {},
              argument.is_secret
                ? h('p', { class: 'quiet' }, texts.secret)
                : h('pre', { tabindex: '0' }, argument.text),
              argument.cut > 0 &&
                h('p', { class: 'bad' }, fill(texts.cut, { count: argument.cut })),
            ),
          ]),
          given.more > 0 &&
            h(
              'div',
              {},
              h('dt', { class: 'bad' }, '…'),
              h('dd', {}, fill(texts.moreArguments, { count: given.more })),
            ),
        ),
    h(
      'div',
      { class: 'actions' },
      given !== null &&
        button(state, texts.approve, {
          key: `approve ${id}`,
          label: fill(texts.approveNamed, { name }),
          style: 'first',
          run: () => actions.decide(call, 'approve'),
        }),
      button(state, texts.deny, {
        key: `deny ${id}`,
        label: fill(texts.denyNamed, { name }),
        run: () => actions.decide(call, 'deny'),
      }),
    ),
  )
}
