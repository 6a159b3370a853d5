import { signal } from '@preact/signals'
import { currentProject } from '../api/current-project.ts'
import { Icon } from './icon.tsx'

type Toast = {
  id: number
  text: string
  undo: Undo | undefined
  /** Only there something can be taken back: requests go to the project of the page. */
  project: string | undefined
}

type Undo = () => Promise<void>

const toasts = signal<Toast[]>([])
let lastId = 0

const showForMs = 6_000

const remove = (id: number): void => {
  toasts.value = toasts.value.filter((toast) => toast.id !== id)
}

/**
 * Says for a moment what was done. With `undo` it offers to take that back, in the project where it
 * was done: while the service was answering, another one may have been opened.
 *
 * @example
 * const project = currentProject.value
 * await disable(id)
 * toast('Account disabled', () => enable(id), project)
 */
export const toast = (text: string, undo?: Undo, project = currentProject.value): void => {
  const id = ++lastId
  toasts.value = [...toasts.value.slice(-2), { id, text, undo, project }]
  setTimeout(() => remove(id), undo ? showForMs * 2 : showForMs)
}

/** Where toasts appear; the shell has one. */
export const Toasts = () => (
  <div class="toasts" role="status">
    {toasts.value.map(({ id, text, undo, project }) => (
      <div class="toast" key={id}>
        <span>{text}</span>
        {undo && project === currentProject.value && (
          <button
            type="button"
            onClick={() => {
              remove(id)
              // What showed errors of the change may be gone from the page.
              undo().catch((error: Error) => toast(`Not undone: ${error.message}`))
            }}
          >
            Undo
          </button>
        )}
        <button type="button" class="plain" aria-label="Dismiss" onClick={() => remove(id)}>
          <Icon name="close" />
        </button>
      </div>
    ))}
  </div>
)
