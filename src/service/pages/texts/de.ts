import type { Texts } from './en.ts'

export const de: Texts = {
  theApplication: 'die Anwendung',
  close: 'Sie können diese Seite schließen.',
  formRejectedTitle: 'Dieses Formular gilt nicht',
  formRejected:
    'Es wurde nicht von dieser Seite in diesem Browser gesendet. Die Seite braucht Cookies: Erlauben Sie sie für diese Website und öffnen Sie den Link noch einmal.',
  openAgain: 'Link noch einmal öffnen',
  brokenTitle: 'Etwas ist schiefgegangen',
  broken:
    '{undone}, und es lag nicht an Ihnen. Gehen Sie zu der Anwendung zurück, von der Sie kommen, und versuchen Sie es noch einmal; hilft das nicht, geben Sie diese Nummer an: {number}',
  notConnected: 'Das Konto wurde nicht verbunden',
  notDecided: 'Es wurde nichts entschieden',
  oversizedTitle: 'Das Formular ist zu groß',
  oversized:
    'Die Angaben sind größer als jeder Schlüssel. Gehen Sie zurück und prüfen Sie, was Sie eingefügt haben.',
  misspelledTitle: 'Diese Adresse gilt nicht',
  misspelled:
    'Sie wurde verändert, womöglich von jemandem, der möchte, dass Sie sie öffnen. Gehen Sie zu der Anwendung zurück, von der Sie kommen, und verwenden Sie deren Link.',
  connectTitle: '{toolkit} verbinden',
  error: 'Fehler: {title}',
  asks: '{project} möchte {toolkit} für den Benutzer {user} verwenden.',
  scopes: 'Verlangter Zugang:',
  moreScopes: '{count} weitere Berechtigungen',
  signIn: 'Sie melden sich bei {host} an und stimmen dort zu. Hier wird kein Passwort verlangt.',
  continueTo: 'Weiter zu {toolkit}',
  connect: 'Verbinden',
  willUse:
    '{project} lässt den Benutzer {user} dann Ihr Konto bei {toolkit} verwenden. Fahren Sie nur fort, wenn Sie das sind.',
  sentLink: 'Hat Ihnen eine andere Person diesen Link geschickt? Dann schließen Sie diese Seite.',
  onlyIf: 'Fahren Sie nur fort, wenn {project} Ihr Vertrauen hat. Dieser Link gilt bis {time}.',
  optional: '(freiwillig)',
  whereToFind: 'Wo es zu finden ist',
  chooseTitle: 'Wählen Sie, was verbunden wird',
  choose:
    'Ihr Konto bei {toolkit} hat mehrere. Welches darf {project} für den Benutzer {user} verwenden?',
  moreChoices:
    '{count} weitere werden nicht gezeigt. Fordern Sie in der Anwendung einen Link für das an, was Sie brauchen.',
  otherAccount: 'Anderes Konto verwenden',
  validUntil: 'Diese Seite gilt bis {time}.',
  notYetTitle: 'Noch nicht verbunden',
  notAsked: '{toolkit} konnte nicht nach Ihrem Konto gefragt werden',
  needs:
    '{project} braucht dies, um {toolkit} für den Benutzer {user} zu verwenden. Sie müssen sich nicht noch einmal anmelden.',
  tryAgain: 'Noch einmal versuchen',
  leadTitle: 'Weiter zum Anbieter',
  leadTo: 'Weiter zu {host}',
  goOn: 'Weiter',
  connectedTitle: '{toolkit} ist verbunden',
  owner: 'Es ist das Konto von {owner}.',
  usable: '{project} kann es jetzt für den Benutzer {user} verwenden.',
  usableLater:
    '{project} kann es für den Benutzer {user} verwenden, sobald die Verbindung bestätigt ist.',
  back: 'Zurück: {project}',
  failedTitle: 'Die Verbindung ist gescheitert',
  askNewLink:
    'Gehen Sie zu der Anwendung zurück, von der Sie kommen, und fordern Sie einen neuen Link an.',
  codeTitle: 'Ein Schritt fehlt noch',
  codeWill: '{toolkit} wird verbunden, sobald {project} weiß, dass Sie der Benutzer {user} sind.',
  codeType: 'Geben Sie diesen Code dort ein, wo Sie den Link bekommen haben:',
  codeValid: 'Er gilt 10 Minuten.',
  codeAsked:
    'Hat Ihnen jemand den Link geschickt, oder fragt Sie jemand nach dem Code? Dann schließen Sie diese Seite: Es wird nichts verbunden.',
  finishHere: 'Auf diesem Gerät abschließen',
  otherDevice: 'Kam der Link von einem anderen Gerät? Dann geben Sie diesen Code dort ein:',
  unknownTitle: 'Diesen Link gibt es nicht',
  unknown: 'Er ist womöglich unvollständig.',
  expiredTitle: 'Dieser Link ist abgelaufen',
  expired: 'Links zum Verbinden eines Kontos gelten nur kurze Zeit.',
  usedTitle: 'Dieser Link wurde schon verwendet',
  used: 'Das Konto wurde schon damit verbunden, und ein Link gilt nur einmal.',
  elsewhereTitle: 'Dieser Link wird gerade verwendet',
  elsewhere: 'Ein anderer Browser hat begonnen, damit ein Konto zu verbinden.',
  willUseAll:
    '{project} zeigt Ihnen die Verbindungen des Benutzers {user} und lässt diesen Benutzer jedes Konto verwenden, das Sie hier verbinden. Fahren Sie nur fort, wenn Sie das sind.',
  mayTitle: 'Darf {project} {tool} aufrufen?',
  wants: 'Ein Agent ({project}) möchte {toolkit} für den Benutzer {user} verwenden.',
  destructive: 'Dieses Werkzeug kann etwas ändern oder löschen.',
  tool: 'Werkzeug',
  account: 'Konto',
  withArguments: 'Mit diesen Angaben',
  none: 'Keine.',
  moreArguments: '{count} weitere Angaben werden nicht gezeigt.',
  notAll: 'Nicht alles wird hier gezeigt. Erlauben Sie es nur, wenn Sie den Rest kennen.',
  secret: 'Ein Geheimnis, das nicht gezeigt wird.',
  cut: 'Hier gekürzt: {count} weitere Zeichen werden nicht gezeigt.',
  unreadable:
    'Die gespeicherten Angaben dieses Aufrufs sind beschädigt und lassen sich nicht anzeigen, deshalb kann er hier nicht erlaubt werden.',
  approve: 'Diesen einen Aufruf erlauben',
  deny: 'Ablehnen',
  onlyApprove:
    'Erlauben Sie es nur, wenn Sie dieser Benutzer sind und genau dies wollen. Der Agent kann den Aufruf dann einmal machen, bis {time}.',
  approvedTitle: 'Dieser Aufruf wurde erlaubt',
  approved:
    '{tool} wurde für einen Aufruf erlaubt ({time}), bis {until}. Sie können den Agenten fortfahren lassen.',
  madeTitle: 'Dieser Aufruf wurde erlaubt und gemacht',
  made: '{tool} wurde erlaubt ({time}). Die Erlaubnis ist verbraucht: Ein weiterer Aufruf fragt erneut.',
  deniedTitle: 'Dieser Aufruf wurde abgelehnt',
  denied: '{tool} wurde abgelehnt ({time}). Der Agent erfährt davon.',
  lateTitle: 'Diese Anfrage ist abgelaufen',
  late: 'Über {tool} hat niemand rechtzeitig entschieden, oder eine Erlaubnis wurde nicht genutzt. Lassen Sie den Agenten den Aufruf noch einmal machen, um einen neuen Link zu bekommen.',
  nothingTitle: 'Hier ist nichts zu entscheiden',
  nothing:
    'Der Link ist womöglich unvollständig, oder die Anfrage wurde zurückgezogen. Lassen Sie den Agenten den Aufruf noch einmal machen, um einen neuen Link zu bekommen.',
  signInTo: 'Anmelden und entscheiden: {project}',
  orCode: 'Oder geben Sie den Code ein, den Sie bekommen haben:',
  noCode: 'Entscheiden Sie hier: {project}. Diese Seite nimmt für diesen Aufruf keinen Code an.',
  code: 'Ihr Code',
  codeHint:
    '{project} hat ihn Ihnen geschickt. Geben Sie ihn niemandem und keinem Agenten: Er erlaubt diesen Aufruf.',
  wrongCode: 'Das ist nicht der Code dieses Aufrufs. Es wurde nichts entschieden.',
  tooManyCodes:
    'Für diesen Aufruf wurden zu viele falsche Codes eingegeben, deshalb wird keiner mehr angenommen. Es wurde nichts entschieden.',
  wrongTicket:
    'Ihre Anmeldung für diesen Aufruf ist abgelaufen oder gehört zu einem anderen Aufruf. Es wurde nichts entschieden.',
}
