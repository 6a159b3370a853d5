/**
 * The style of the element. A constructed stylesheet needs no permission of the page's policy.
 * Pages change it by the properties `--plugboard-…`.
 */
export const styles = `
:host{color-scheme:light dark;display:block;container-type:inline-size;
--ink:var(--plugboard-ink,light-dark(#1c2024,#eef0f3));
--quiet:var(--plugboard-quiet,light-dark(#5a6169,#b3bac4));
--paper:var(--plugboard-paper,light-dark(#fff,#1b1e23));
--line:var(--plugboard-line,light-dark(#85888e,#7d8590));
--accent:var(--plugboard-accent,light-dark(#1f4fd8,#9db8ff));
--on-accent:var(--plugboard-on-accent,light-dark(#fff,#0d1530));
--bad:var(--plugboard-bad,light-dark(#b42318,#ff9d94));
--good:var(--plugboard-good,light-dark(#0b6b3a,#7fdca4));
--radius:var(--plugboard-radius,.5rem)}
:host([hidden]){display:none}
:host([theme=light]){color-scheme:light}
:host([theme=dark]){color-scheme:dark}
*{box-sizing:border-box}
.root{color:var(--ink);background:var(--paper);font:var(--plugboard-font,1rem/1.5 system-ui,sans-serif);border-radius:var(--radius);padding:var(--plugboard-padding,1rem);overflow-wrap:anywhere}
h2{margin:1.5rem 0 .5rem;font-size:1.0625rem;line-height:1.3}
section:first-of-type h2{margin-top:0}
h3{margin:0;font:inherit;font-weight:600}
p{margin:0}
.notice h2{margin:0}
ul{margin:0;padding:0;list-style:none}
li{display:flex;flex-wrap:wrap;gap:.5rem .75rem;align-items:center;padding:.75rem 0;border-top:1px solid color-mix(in srgb,var(--line) 40%,transparent)}
li:first-child{border-top:0}
.about{flex:1 1 12rem;min-width:0}
.narrow{flex-basis:7rem}
.notice .actions{margin-top:.5rem}
.actions{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}
.wide{flex:1 0 100%;display:flex;flex-wrap:wrap;gap:.5rem;align-items:end}
.logo{flex:none;width:2.25rem;height:2.25rem;border-radius:calc(var(--radius)*.75);object-fit:contain}
.letter{display:grid;place-items:center;color:var(--accent);border:1px solid color-mix(in srgb,var(--line) 50%,transparent);font-weight:600}
.quiet{color:var(--quiet);font-size:.9375em}
.bad{color:var(--bad)}
.good{color:var(--good)}
.notice{padding:.625rem .875rem;border-left:4px solid var(--line);margin:0 0 .75rem}
.notice.bad{border-color:var(--bad)}
.notice.good{border-color:var(--good)}
button,a.button{display:inline-block;padding:.4375rem .875rem;font:inherit;font-weight:600;text-decoration:none;color:var(--ink);background:transparent;border:1px solid var(--line);border-radius:var(--radius);cursor:pointer}
button.first,a.first{color:var(--on-accent);background:var(--accent);border-color:var(--accent)}
button.danger{color:var(--bad);border-color:var(--bad)}
button[aria-disabled=true]{opacity:.7;cursor:progress}
button:focus-visible,a:focus-visible,input:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
label{display:block;flex:1 1 12rem;min-width:0;font-weight:600}
input{display:block;width:100%;margin-top:.25rem;padding:.4375rem .625rem;font:inherit;font-weight:400;color:inherit;background:transparent;border:1px solid var(--line);border-radius:var(--radius)}
dl{flex:1 0 100%;margin:0}
dt{font-weight:600;font-size:.9375em}
dd{margin:0 0 .5rem}
pre{margin:0;padding:.5rem .625rem;max-height:16rem;overflow:auto;white-space:pre-wrap;font:.875em/1.5 ui-monospace,monospace;background:color-mix(in srgb,var(--line) 15%,transparent);border-radius:var(--radius)}
`
