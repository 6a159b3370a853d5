export const style = `
:root { color-scheme: light dark; --line: light-dark(#c8ccd2, #444b55); --quiet: light-dark(#555e6b, #a8b1bd); --good: light-dark(#0b6b2f, #6fdc94); --bad: light-dark(#a8150f, #ff9c94); --panel: light-dark(#f5f6f8, #1d2126); --page: light-dark(#ffffff, #121519); --text: light-dark(#1a1e24, #e6e9ed); --link: light-dark(#0b57b0, #8ab8ff); background: var(--page); color: var(--text) }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 75rem; padding: 1rem; overflow-wrap: anywhere }
h1 { font-size: 1.5rem } h2 { font-size: 1.2rem; margin-top: 2rem } h3, h4 { font-size: 1rem; margin: 1rem 0 .25rem }
.scroll { overflow-x: auto }
table { border-collapse: collapse; overflow-wrap: normal } th, td { border: 1px solid var(--line); padding: .25rem .6rem; text-align: left; vertical-align: top } th { background: var(--panel) }
pre, code { font: 13px/1.45 ui-monospace, monospace; overflow-wrap: anywhere; white-space: pre-wrap; margin: 0 }
details { border: 1px solid var(--line); border-radius: .4rem; margin: .4rem 0; padding: .3rem .8rem } summary { cursor: pointer; overflow-wrap: anywhere }
article { border-top: 1px solid var(--line); margin-top: .8rem }
ol.transcript { list-style: none; padding: 0 } ol.transcript > li { background: var(--panel); border-radius: .4rem; margin: .3rem 0; padding: .4rem .7rem }
details.case:target { outline: 2px solid var(--link); outline-offset: 2px }
a { color: var(--link) }
.good { color: var(--good) } .bad { color: var(--bad) } .quiet { color: var(--quiet) }
form { display: flex; flex-wrap: wrap; gap: 1rem; margin: .5rem 0 } form[hidden], [hidden] { display: none }
label { max-width: 100% } input, select { box-sizing: border-box; font: inherit; max-width: 100%; padding: .2rem .4rem }
`
