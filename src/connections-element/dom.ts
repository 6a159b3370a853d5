type Child = Node | string | null | undefined | false

/** Properties of an element; `on…` are listeners, `data` its `data-` attributes. */
type Attributes = Record<string, string | boolean | null | undefined | ((event: Event) => void)>

/**
 * Makes an element. Texts become text nodes, so no text of a third party is ever read as markup, and
 * no attribute holds a style or a script: the page's policy may forbid both.
 */
export const h = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] => {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(key, value)
    else if (value === true) element.setAttribute(key, '')
    else if (typeof value === 'string') element.setAttribute(key, value)
  }
  element.append(
    ...children.filter((child) => child !== null && child !== undefined && child !== false),
  )
  return element
}

/**
 * Puts a new tree in the place of the old one and keeps what the user is doing: the focus, the
 * selection, and what was typed into fields of the same `data-key`.
 */
export const replaceTree = (root: ShadowRoot, place: Element, tree: Node[]): void => {
  const active = root.activeElement
  const key = active instanceof HTMLElement ? active.dataset['key'] : undefined
  const typed = new Map(
    [...root.querySelectorAll('input')].map((field) => [field.dataset['key'], field.value]),
  )
  const selection =
    active instanceof HTMLInputElement ? [active.selectionStart, active.selectionEnd] : undefined
  place.replaceChildren(...tree)
  for (const field of root.querySelectorAll('input'))
    field.value = typed.get(field.dataset['key']) ?? field.value
  if (key === undefined) return
  const next = findByKey(root, key)
  next?.focus()
  if (next instanceof HTMLInputElement && selection)
    next.setSelectionRange(selection[0] ?? null, selection[1] ?? null)
}

export const findByKey = (root: ShadowRoot, key: string): HTMLElement | undefined =>
  [...root.querySelectorAll<HTMLElement>('[data-key]')].find(
    (element) => element.dataset['key'] === key,
  )
