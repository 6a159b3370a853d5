import type { Requirement } from '../requirements.ts'

/** The page on which a user decides on one call of an agent. */
export const approvePage = {
  'approve-page.question': {
    source: 'rule 6.6',
    says: 'The page names the project, the user, the tool, the account and every argument, and asks to approve or to deny',
  },
  'approve-page.once': {
    source: 'rule 6.6',
    says: 'The first decision stands, whoever makes another on the page or with a key; later visits say what was decided and show no arguments',
  },
  'approve-page.reading': {
    source: 'rule 6.6',
    says: 'Reading the page, as previews do, decides nothing',
  },
  'approve-page.browser': {
    source: 'rule 6.6',
    says: 'A form counts only with the cookie and the token of the browser that was shown the page, and not when it comes from another site or from what does not say that it is a browser',
  },
  'approve-page.dead': {
    source: 'rule 6.6',
    says: 'An unknown or expired address, and one whose session or project is gone, gives a page that says so',
  },
  'approve-page.secrets': {
    source: 'rule 6.6',
    says: 'Arguments that are secrets by their name or their schema are masked, also inside others',
  },
  'approve-page.whole': {
    source: 'rule 6.6',
    says: 'Long values and many arguments are cut with a mark, and the page says that not everything is shown',
  },
  'approve-page.visible': {
    source: 'rule 6.6',
    says: 'Texts are shown as text, never as markup; characters that hide or turn around others are shown as their number',
  },
  'approve-page.damaged': {
    source: 'rule 6.6',
    says: 'Where the stored arguments were damaged the call can be denied only',
  },
  'approve-page.headers': {
    source: 'rule 6.6',
    says: 'The page has the same strict policy as the connect page',
  },
  'approve-page.visitors': {
    source: 'rule 6.6',
    says: 'The page works at phone width, by keyboard, without JavaScript, in light and dark, and a checker of accessibility finds nothing',
  },
} satisfies Record<string, Requirement>
