import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLocation } from 'preact-iso'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'

/** A modal dialog. Escape and the button of its head close it; the focus returns to where it was. */
export const Dialog = ({
  title,
  close,
  children,
}: {
  title: string
  close: () => void
  children: ComponentChildren
}) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  // Before the next key is pressed, however long the next frame takes: it belongs to the dialog.
  useLayoutEffect(() => {
    const element = dialog.current
    const before = document.activeElement
    element?.showModal()
    return () => {
      element?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <dialog ref={dialog} aria-labelledby={id} onCancel={close}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  )
}

type Question = {
  title: string
  /** What will happen. */
  text: string
  /** The label of the button that does it, a verb. */
  action: string
  /** What has to be typed first: for what cannot be undone. */
  typed?: string
}

const asked = signal<(Question & { answer: (yes: boolean) => void }) | undefined>(undefined)

/**
 * Asks before something is done; resolves to whether the person agreed.
 *
 * @example
 * if (await confirm({ title: 'Delete github', text: 'Its 214 tools …', action: 'Delete', typed: 'github' }))
 *   await client.toolkits.delete({ params: { slug: 'github' } })
 */
export const confirm = (question: Question): Promise<boolean> =>
  new Promise((resolve) => {
    asked.value?.answer(false)
    asked.value = {
      ...question,
      answer: (yes) => {
        asked.value = undefined
        resolve(yes)
      },
    }
  })

/**
 * Where questions appear; the shell has one. A question ends with the page that asked it: on another
 * one, of another project maybe, its answer would be about something else.
 */
export const Questions = () => {
  const question = asked.value
  const { path } = useLocation()
  useEffect(() => () => asked.value?.answer(false), [path])
  return question ? <Asked key={question.title} {...question} /> : null
}

const Asked = ({ title, text, action, typed, answer }: NonNullable<typeof asked.value>) => {
  const [value, setValue] = useState('')
  const isReady = typed === undefined || value === typed
  return (
    <Dialog title={title} close={() => answer(false)}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) answer(true)
        }}
      >
        <p>{text}</p>
        {typed !== undefined && (
          <label class="field">
            <span>
              Type <code>{typed}</code> to confirm
            </span>
            <input
              value={value}
              autoComplete="off"
              onInput={(event) => setValue(event.currentTarget.value)}
            />
          </label>
        )}
        <div class="actions">
          <button type="button" onClick={() => answer(false)}>
            Cancel
          </button>
          <button
            type="submit"
            class={typed === undefined ? 'primary' : 'danger'}
            disabled={!isReady}
          >
            {action}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
