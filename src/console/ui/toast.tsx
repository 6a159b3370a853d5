import { signal } from '@preact/signals'
import { currentProject } from '../api/current-project.ts'
import { Icon } from './icon.tsx'

type Toast = {
  id: number
  text: string
  undo: (() => void) | undefined
  /** Only there something can be taken back: requests go to the project of the page. */
  project: string | undefined
}

const toasts = signal<Toast[]>([])
let lastId = 0

const showForMs = 6_000

const remove = (id: number): void => {
  toasts.value = toasts.value.filter((toast) => toast.id !== id)
}

/**
 * Says for a moment what was done. With `undo` it offers to take that back.
 *
 * @example toast('Account disabled', () => enable(id))
 */
export const toast = (text: string, undo?: () => void): void => {
  const id = ++lastId
  toasts.value = [...toasts.value.slice(-2), { id, text, undo, project: currentProject.value }]
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
              undo()
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
