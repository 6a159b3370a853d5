import { paletteOf, type Look } from './look.ts'

/** One stylesheet for all pages, for phones too; in the colours of a project. */
export const stylesOf = (look: Look): string => `${colors(look)}\n${rules}`

/** Light or dark, or as the system prefers. */
const colors = (look: Look): string => {
  const of = (brightness: 'light' | 'dark') =>
    Object.entries(paletteOf(brightness, look))
      .map(([name, value]) => `--${name}: ${value}`)
      .join('; ')
  return look.theme === 'system'
    ? `:root { color-scheme: light dark; ${of('light')} }
@media (prefers-color-scheme: dark) { :root { ${of('dark')} } }`
    : `:root { color-scheme: ${look.theme}; ${of(look.theme)} }`
}

const rules = `
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: start center; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
main { width: min(28rem, 100vw - 2rem); margin: clamp(1rem, 8vh, 5rem) 0; padding: clamp(1.25rem, 5vw, 2rem); background: var(--paper); border-radius: 0.75rem; overflow-wrap: anywhere }
.logos { display: flex; gap: 0.75rem; align-items: center; margin: 0 0 1rem }
.logos img { width: 3rem; height: 3rem; object-fit: contain; border-radius: 0.5rem }
h1 { margin: 0 0 0.5rem; font-size: 1.375rem; line-height: 1.25 }
h2 { margin: 0 0 0.5rem; font-size: 1.0625rem }
p { margin: 0 0 1rem }
.quiet { color: var(--quiet); font-size: 0.9375rem }
.field { margin: 0 0 1rem }
.field .quiet { margin: 0 }
ul { margin: 0 0 1rem; padding-left: 1.25rem }
form { margin: 0 0 1rem }
fieldset { min-width: 0; margin: 0 0 1rem; padding: 0; border: 0 }
legend { padding: 0; font-weight: 600 }
.option { display: flex; gap: 0.75rem; align-items: flex-start; margin-top: 0.5rem; padding: 0 0.75rem; border: 1px solid var(--line); border-radius: 0.5rem }
.option:has(:checked) { border-color: var(--accent) }
.option input { flex: none; width: 1.25rem; height: 1.25rem; margin: 0.75rem 0; accent-color: var(--accent) }
.option label { flex: 1; min-width: 0; padding: 0.625rem 0; cursor: pointer }
.option .quiet { display: block; font-weight: 400 }
main > :last-child { margin-bottom: 0 }
label { display: block; font-weight: 600 }
input, textarea, select { width: 100%; margin-top: 0.25rem; padding: 0.625rem 0.75rem; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: 0.5rem }
textarea { min-height: 8rem; font-family: ui-monospace, monospace; font-size: 0.875rem }
input:focus-visible, textarea:focus-visible, select:focus-visible, button:focus-visible, a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
[aria-invalid="true"] { border: 2px solid var(--bad) }
.problem { margin: 0.25rem 0 0; color: var(--bad) }
.notice { margin: 0 0 1rem; padding: 0.75rem 1rem; border-left: 4px solid var(--bad) }
.code { padding: 0.75rem 1rem; text-align: center; font: 1.5rem/1.5 ui-monospace, monospace; letter-spacing: 0.05em; background: var(--ground); border-radius: 0.5rem }
.notice.good { border-color: var(--good) }
.notice.consent { border-color: var(--accent); background: var(--ground) }
.user { padding: 0 0.25rem; background: var(--ground); border: 1px solid var(--line); border-radius: 0.25rem; -webkit-box-decoration-break: clone; box-decoration-break: clone }
.consent .user { background: var(--paper) }
.notice p:last-child { margin: 0 }
button, .button { display: inline-block; width: 100%; padding: 0.75rem 1rem; font: inherit; font-weight: 600; text-align: center; text-decoration: none; color: var(--on-accent); background: var(--accent); border: 0; border-radius: 0.5rem; cursor: pointer }
a { color: var(--accent) }
button.second { margin-top: 0.75rem; color: var(--ink); background: transparent; border: 1px solid var(--line) }
dl { margin: 0 0 1rem }
dt { font-weight: 600 }
dd { margin: 0.25rem 0 1rem }
pre { margin: 0; padding: 0.625rem 0.75rem; white-space: pre-wrap; font: 0.875rem/1.5 ui-monospace, monospace; background: var(--ground); border-radius: 0.5rem }
`.trimStart()
