import { hash } from 'node:crypto'
import { html, raw } from './html.ts'
import type { EvalReport } from '../report-schema.ts'
import { caseSections } from './case-sections.ts'
import { filters } from './filters.ts'
import { filterScript } from './filter-script.ts'
import { overview } from './overview.ts'
import { style } from './style.ts'

/**
 * Renders the report as a self-contained HTML page. It works offline, and shows everything without
 * its script, which only filters.
 *
 * @example
 * await writeFile('report.html', await toHtml(report))
 */
export const toHtml = async (report: EvalReport): Promise<string> =>
  html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="content-security-policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="referrer" content="no-referrer" />
    <title>Evaluation</title>
    <style>${raw(style)}</style>
  </head>
  <body>
    <header><h1>Evaluation</h1></header>
    <main>
      ${overview(report)}
      <h2>Cases</h2>
      ${filters(report)}
      ${caseSections(report)}
    </main>
    ${script}
  </body>
</html>
`.markup

const script = raw(`<script>${filterScript}</script>`)

const sourceOf = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`

/** Only the page's style and script are allowed, whatever text a model wrote. */
const policy = `default-src 'none'; style-src ${sourceOf(style)}; script-src ${sourceOf(filterScript)}; base-uri 'none'; form-action 'none'`
