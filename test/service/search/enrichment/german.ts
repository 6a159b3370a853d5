/**
 * Tools of GitHub and Slack, the German use cases that a language model might write of each, and a
 * German request for it. Requests and use cases share no sentence, but were written by one hand.
 */
export const germanTools: readonly {
  slug: string
  name: string
  useCases: string[]
  request: string
}[] = [
  {
    slug: 'SLACK_SET_DND_SNOOZE',
    name: 'Set dnd snooze',
    useCases: [
      'Benachrichtigungen stummschalten',
      'für eine Stunde nicht gestört werden',
      'Ruhemodus einschalten',
      'keine Hinweise während der Mittagspause',
    ],
    request: 'Schalte meine Benachrichtigungen für zwei Stunden stumm',
  },
  {
    slug: 'SLACK_GET_USER_PRESENCE',
    name: 'Get user presence',
    useCases: [
      'nachsehen, ob eine Kollegin gerade online ist',
      'ist jemand am Platz oder abwesend',
      'Anwesenheit eines Kollegen prüfen',
    ],
    request: 'Ist meine Kollegin gerade online oder abwesend?',
  },
  {
    slug: 'SLACK_PIN_MESSAGE',
    name: 'Pin a message',
    useCases: ['einen Beitrag oben anheften', 'Wichtiges anpinnen', 'eine Ankündigung festpinnen'],
    request: 'Bitte den Beitrag mit den Zugangszeiten oben anpinnen',
  },
  {
    slug: 'SLACK_ADD_REACTION',
    name: 'Add a reaction',
    useCases: ['mit einem Daumen hoch reagieren', 'ein Emoji dranhängen', 'ein Häkchen vergeben'],
    request: 'Reagiere mit einem Daumen hoch auf Pauls Vorschlag',
  },
  {
    slug: 'SLACK_ARCHIVE_CONVERSATION',
    name: 'Archive conversation',
    useCases: ['einen Raum stilllegen', 'alte Unterhaltung archivieren', 'Gruppe ins Archiv'],
    request: 'Die Unterhaltung zum Sommerfest kann archiviert werden',
  },
  {
    slug: 'SLACK_SET_CONVERSATION_TOPIC',
    name: 'Set conversation topic',
    useCases: ['das Thema oben festlegen', 'Überschrift der Unterhaltung', 'neues Gesprächsthema'],
    request: 'Das Thema der Unterhaltung soll jetzt "Umzug" lauten',
  },
  {
    slug: 'SLACK_LEAVE_CONVERSATION',
    name: 'Leave conversation',
    useCases: ['aus einer Gruppe austreten', 'eine Unterhaltung verlassen', 'mich austragen'],
    request: 'Ich möchte die Gruppe Kantine verlassen',
  },
  {
    slug: 'SLACK_SCHEDULE_MESSAGE',
    name: 'Schedule a message',
    useCases: [
      'zeitversetzt verschicken',
      'später automatisch senden',
      'erst am nächsten Werktag zustellen',
    ],
    request: 'Der Text soll erst am nächsten Werktag um acht zugestellt werden',
  },
  {
    slug: 'SLACK_SET_PROFILE_INFORMATION_FOR_USER',
    name: 'Set profile information for user',
    useCases: ['Berufsbezeichnung eintragen', 'Steckbrief pflegen', 'Anzeigename wechseln'],
    request: 'Trage bei mir Teamleiterin als Berufsbezeichnung ein',
  },
  {
    slug: 'SLACK_CREATE_USER_GROUP',
    name: 'Create user group',
    useCases: ['Verteiler für eine Abteilung', 'mehrere Leute gemeinsam erwähnen'],
    request: 'Ich brauche einen Verteiler für die Abteilung Einkauf',
  },
  {
    slug: 'GITHUB_LOCK_ISSUE',
    name: 'Lock an issue',
    useCases: ['eine Diskussion sperren', 'keine weiteren Wortmeldungen zulassen'],
    request: 'Sperre die Diskussion, sie ist entgleist',
  },
  {
    slug: 'GITHUB_CREATE_FORK',
    name: 'Create a fork',
    useCases: ['eine Abspaltung für mich anfertigen', 'fremden Quelltext abzweigen'],
    request: 'Zweige den fremden Quelltext für mich ab',
  },
  {
    slug: 'GITHUB_STAR_REPOSITORY_FOR_AUTHENTICATED_USER',
    name: 'Star a repository for the authenticated user',
    useCases: ['einen Stern vergeben', 'als Favorit merken', 'Sternchen verteilen'],
    request: 'Gib dem Quelltext von curl einen Stern',
  },
  {
    slug: 'GITHUB_CANCEL_WORKFLOW_RUN',
    name: 'Cancel a workflow run',
    useCases: ['laufenden Build abbrechen', 'Pipeline stoppen', 'Durchlauf anhalten'],
    request: 'Brich den laufenden Build sofort ab',
  },
  {
    slug: 'GITHUB_RERUN_FAILED_JOBS_FROM_WORKFLOW_RUN',
    name: 'Re-run failed jobs from a workflow run',
    useCases: [
      'fehlgeschlagene Schritte wiederholen',
      'die roten Tests nochmal laufen lassen',
      'Pipeline nach einem Fehlschlag neu anstoßen',
    ],
    request: 'Lass die fehlgeschlagenen Tests nochmal laufen',
  },
  {
    slug: 'GITHUB_REQUEST_REVIEWERS_FOR_PULL_REQUEST',
    name: 'Request reviewers for a pull request',
    useCases: ['um Durchsicht bitten', 'Prüferinnen eintragen', 'Gutachten einholen'],
    request: 'Bitte Anna um Durchsicht meines Beitrags',
  },
  {
    slug: 'GITHUB_ADD_REPOSITORY_COLLABORATOR',
    name: 'Add a repository collaborator',
    useCases: ['jemandem Schreibrechte geben', 'Mitarbeitende freischalten', 'Zugriff gewähren'],
    request: 'Der Werkstudent braucht Schreibrechte',
  },
  {
    slug: 'GITHUB_CREATE_MILESTONE',
    name: 'Create a milestone',
    useCases: ['einen Meilenstein festlegen', 'Zwischenziel mit Stichtag'],
    request: 'Leg einen Meilenstein mit Stichtag Ende März fest',
  },
  {
    slug: 'GITHUB_GENERATE_RELEASE_NOTES_CONTENT_FOR_RELEASE',
    name: 'Generate release notes content for a release',
    useCases: [
      'Änderungsprotokoll verfassen',
      'was ist neu zusammenfassen',
      'Neuerungen auflisten',
    ],
    request: 'Verfasse das Änderungsprotokoll mit allen Neuerungen',
  },
  {
    slug: 'GITHUB_LIST_STARGAZERS',
    name: 'List stargazers',
    useCases: ['wer hat Sterne vergeben', 'Bewunderer anschauen', 'Fans auflisten'],
    request: 'Wer sind die Fans und Bewunderer von curl?',
  },
]
