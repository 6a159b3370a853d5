import type { Toolkit } from './api.ts'
import { h } from './dom.ts'
import type { Actions, State } from './state.ts'
import type { Texts } from './texts/index.ts'

export type View = { state: State; texts: Texts; actions: Actions }

export const notice = (text: string, isBad: boolean) =>
  h('p', { class: `notice ${isBad ? 'bad' : 'good'}` }, text)

/** While something is under way, buttons keep the focus and do nothing. */
export const button = (
  { isBusy }: Pick<State, 'isBusy'>,
  text: string,
  { key, run, label, style }: { key: string; run?: () => void; label?: string; style?: string },
) =>
  h(
    'button',
    {
      type: run ? 'button' : 'submit',
      'data-key': key,
      'aria-label': label,
      class: style,
      'aria-disabled': isBusy && 'true',
      ...(run && { click: () => isBusy || run() }),
    },
    text,
  )

export const logo = ({ logo: address, name }: Toolkit): Node => {
  const letter = h('span', { class: 'logo letter', 'aria-hidden': 'true' }, [...name][0] ?? '')
  if (address === null || !/^https?:/.test(address)) return letter
  const image = h('img', {
    class: 'logo',
    alt: '',
    src: address,
    loading: 'lazy',
    referrerpolicy: 'no-referrer',
  })
  // The policy of the page may refuse pictures of the service.
  image.addEventListener('error', () => image.replaceWith(letter))
  return image
}
