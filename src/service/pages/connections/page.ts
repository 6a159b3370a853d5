import { html } from 'hono/html'
import { noDetection } from '../hosted/head.ts'
import { allTexts, say, theApplicationFirst } from '../texts/index.ts'
import type { Language } from '../texts/language.ts'

type Texts = { title: string; missing: string; script: string }

/**
 * The page is the same for everybody: who it is for is known to its script alone, which fills in whose
 * connections they are.
 */
export const connectionsPage = (language: Language) => {
  const { title, missing, script } = texts[language]
  return html`<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    ${noDetection}
    <title>${title}</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/connections/page.css" />
    <script type="module" src="/connections/element.js"></script>
    <script type="module" src="/connections/page.js"></script>
  </head>
  <body>
    <main>
      <header id="project" hidden></header>
      <h1>${title}</h1>
      <noscript><p>${script}</p></noscript>
      <p id="no-token" hidden>${missing}</p>
      ${whose(language)}
      <plugboard-connections hidden></plugboard-connections>
    </main>
  </body>
</html>`
}

const whose = (language: Language) => {
  const all = allTexts[language]
  const project = html`<bdi id="whose-project">${theApplicationFirst(all)}</bdi>`
  const user = html`<strong><bdi id="whose-user"></bdi></strong>`
  return html`<div id="whose" hidden>
        <p>${say(all, 'willUseAll', { project, user })}</p>
        <p>${all.sentLink}</p>
      </div>`
}

const texts: Record<Language, Texts> = {
  en: {
    title: 'My connections',
    missing: 'The link is incomplete or has expired. Go back to the application and open it again.',
    script: 'This page needs JavaScript.',
  },
  de: {
    title: 'Meine Verbindungen',
    missing:
      'Der Link ist unvollständig oder abgelaufen. Gehen Sie zur Anwendung zurück und öffnen Sie ihn noch einmal.',
    script: 'Diese Seite braucht JavaScript.',
  },
  fr: {
    title: 'Mes connexions',
    missing: 'Le lien est incomplet ou a expiré. Revenez à l’application et ouvrez-le de nouveau.',
    script: 'Cette page a besoin de JavaScript.',
  },
  es: {
    title: 'Mis conexiones',
    missing: 'El enlace está incompleto o ha caducado. Vuelva a la aplicación y ábralo de nuevo.',
    script: 'Esta página necesita JavaScript.',
  },
  ja: {
    title: '自分の接続',
    missing:
      'リンクが不完全か、有効期限が切れています。アプリケーションに戻り、もう一度開いてください。',
    script: 'このページにはJavaScriptが必要です。',
  },
  pt: {
    title: 'As minhas ligações',
    missing: 'O link está incompleto ou expirou. Volte à aplicação e abra-o de novo.',
    script: 'Esta página precisa de JavaScript.',
  },
}
