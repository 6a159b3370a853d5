import type { Requirement } from '../requirements.ts'

export const connectPage = {
  'connect-page.languages': {
    source: 'product',
    says: 'The pages to connect and to approve are in English, German, French, Spanish, Japanese or Portuguese: as their address says by `lang`, also after the provider, or as the browser prefers',
  },
  'connect-page.scopes': {
    source: 'product',
    says: 'Before users go to a provider they see what it will be asked to allow, in the words of the toolkit',
  },
  'connect-page.project': {
    source: 'product',
    says: 'A project that was given no name is "the application", never "default"',
  },
  'connect-page.look': {
    source: 'product',
    says: 'The pages to connect, to approve and with the connections of a user have the colour and the brightness that the project chose, in a shade that can be read',
  },
  'connect-page.spelling': {
    source: 'rule 2.5',
    says: 'A page to connect or to approve opens only under the address that the service wrote: encoded characters, dot segments and empty segments are refused',
  },
  'connect-page.form': {
    source: 'product',
    says: "The page of a link names the project, the toolkit and the user, and asks for the scheme's fields with labels and help",
  },
  'connect-page.user': {
    source: 'rule 6.17',
    says: 'Where somebody agrees that an account is connected, chosen or confirmed, the page says which user will be able to use it, in each language, and to go on only if that is oneself',
  },
  'connect-page.user.text': {
    source: 'rule 6.17',
    says: 'An id of a user is shown as text that hides, reorders, imitates and links nothing, and of a long one both ends',
  },
  'connect-page.return': {
    source: 'rule 8.6',
    says: 'When the account is ACTIVE the browser returns to callback_url with `status` and `connected_account_id` and nothing secret',
  },
  'connect-page.problems': {
    source: 'product',
    says: 'A value that cannot be used is named beside its field, what was typed stays but for secrets, and the user can try again',
  },
  'connect-page.preview': {
    source: 'rule 8.7',
    says: 'A link binds to a browser at its first form post: reading it, as link previews do, takes nothing away',
  },
  'connect-page.one-browser': {
    source: 'rule 8.7',
    says: 'Once a browser has sent the form, the link works in that browser alone, and it works once',
  },
  'connect-page.foreign-form': {
    source: 'product',
    says: 'A form that another site submits, or without the cookie of the page, is refused',
  },
  'connect-page.headers': {
    source: 'product',
    says: 'The pages have a policy without inline script, cannot be framed, send no referrer and are stored nowhere',
  },
  'connect-page.own-content': {
    source: 'rule 9.16',
    says: 'The pages load nothing from third parties: the logos of the project and the toolkit are copies that the service serves',
  },
  'connect-page.dead-links': {
    source: 'rule 8.7',
    says: 'An unknown, used or expired link gives a page that says so and what to do',
  },
  'connect-page.broken': {
    source: 'product',
    says: 'A defect of the service, too, is a page for people, with the number of the request',
  },
  'connect-page.escaping': {
    source: 'product',
    says: 'Texts of projects, toolkits, users and providers are shown as text, never as markup',
  },
  'connect-page.visitors': {
    source: 'product',
    says: 'The page works at phone width, by keyboard, without JavaScript, in light and dark, and a checker of accessibility finds nothing',
  },
  'connect-page.choice': {
    source: 'rule 8.20',
    says: 'The page of a choice works by keyboard and without JavaScript, and may be loaded again; so does the page that has the API asked again',
  },
  'connect-page.provider': {
    source: 'product',
    says: "OAuth toolkits lead over the provider's page and back to an ACTIVE account",
  },
} satisfies Record<string, Requirement>
