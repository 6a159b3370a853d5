/**
 * Hides the cases and runs that do not match the filters, and opens a case that a link leads to.
 * Without the script all are shown.
 */
export const filterScript = `
const form = document.getElementById('filters')
const shown = document.getElementById('shown')
const cases = [...document.querySelectorAll('details.case')]
const apply = () => {
  const { text, status, adapter, tag } = Object.fromEntries(new FormData(form))
  let count = 0
  for (const each of cases) {
    let runs = 0
    for (const run of each.querySelectorAll('article')) {
      run.hidden = (status !== '' && run.dataset.status !== status) || (adapter !== '' && run.dataset.adapter !== adapter)
      if (!run.hidden) runs += 1
    }
    const named = each.dataset.id.toLowerCase().includes(text.toLowerCase())
    const tagged = tag === '' || JSON.parse(each.dataset.tags).includes(tag)
    each.hidden = !named || !tagged || runs === 0
    if (!each.hidden) count += 1
  }
  shown.textContent = count + ' of ' + cases.length + ' cases shown'
}
form.hidden = false
form.addEventListener('input', apply)
form.addEventListener('submit', (event) => event.preventDefault())
const open = () => {
  const target = cases.find(({ id }) => '#' + id === location.hash)
  if (!target) return
  if (target.hidden) { form.reset(); apply() }
  target.open = true
  target.scrollIntoView()
}
addEventListener('hashchange', open)
apply()
open()
`
