import type { Texts } from './en.ts'

export const fr: Texts = {
  theApplication: 'l’application',
  close: 'Vous pouvez fermer cette page.',
  formRejectedTitle: 'Ce formulaire ne peut pas être utilisé',
  formRejected:
    'Il n’a pas été envoyé depuis cette page dans ce navigateur. La page a besoin de cookies : autorisez-les pour ce site, puis ouvrez de nouveau le lien.',
  openAgain: 'Ouvrir de nouveau le lien',
  brokenTitle: 'Une erreur s’est produite',
  broken:
    '{undone}, et vous n’y êtes pour rien. Revenez à l’application qui vous a envoyé ici et réessayez ; si le problème persiste, indiquez ce numéro : {number}',
  notConnected: 'Le compte n’a pas été connecté',
  notDecided: 'Rien n’a été décidé',
  oversizedTitle: 'Le formulaire est trop grand',
  oversized:
    'Les valeurs envoyées sont plus grandes que n’importe quelle clé. Revenez en arrière et vérifiez ce que vous avez collé.',
  misspelledTitle: 'Cette adresse n’est pas valide',
  misspelled:
    'Elle a été modifiée, peut-être par quelqu’un qui veut que vous l’ouvriez. Revenez à l’application d’où vous venez et utilisez son lien.',
  connectTitle: 'Connecter {toolkit}',
  error: 'Erreur : {title}',
  asks: '{project} demande à utiliser {toolkit} pour l’utilisateur {user}.',
  scopes: 'Accès demandé :',
  moreScopes: '{count} autorisations de plus',
  signIn:
    'Vous vous connectez chez {host} et y donnez votre accord. Aucun mot de passe n’est demandé ici.',
  continueTo: 'Continuer vers {toolkit}',
  connect: 'Connecter',
  willUse:
    '{project} permettra à l’utilisateur {user} d’utiliser votre compte {toolkit}. Ne continuez que si c’est vous.',
  sentLink: 'Une autre personne vous a envoyé ce lien ? Alors fermez cette page.',
  onlyIf: 'Ne continuez que si {project} a votre confiance. Ce lien expire à {time}.',
  optional: '(facultatif)',
  whereToFind: 'Où le trouver',
  chooseTitle: 'Choisissez ce qu’il faut connecter',
  choose:
    'Votre compte chez {toolkit} en a plusieurs. Lequel doit servir à {project} pour l’utilisateur {user} ?',
  moreChoices:
    '{count} de plus ne sont pas affichés. Demandez dans l’application un lien vers celui dont vous avez besoin.',
  otherAccount: 'Utiliser un autre compte',
  validUntil: 'Cette page est valable jusqu’à {time}.',
  notYetTitle: 'Pas encore connecté',
  notAsked: '{toolkit} n’a pas pu être interrogé sur votre compte',
  needs:
    '{project} en a besoin pour utiliser {toolkit} pour l’utilisateur {user}. Vous n’avez pas à vous identifier de nouveau.',
  tryAgain: 'Réessayer',
  leadTitle: 'Continuer vers le fournisseur',
  leadTo: 'Continuer vers {host}',
  goOn: 'Continuer',
  connectedTitle: '{toolkit} est connecté',
  owner: 'C’est le compte de {owner}.',
  usable: '{project} peut maintenant l’utiliser pour l’utilisateur {user}.',
  usableLater:
    '{project} pourra l’utiliser pour l’utilisateur {user} dès que la connexion sera confirmée.',
  back: 'Retour : {project}',
  failedTitle: 'La connexion a échoué',
  askNewLink: 'Revenez à l’application qui vous a envoyé ici et demandez un nouveau lien.',
  codeTitle: 'Encore une étape',
  codeWill: '{toolkit} sera connecté dès que {project} saura que vous êtes l’utilisateur {user}.',
  codeType: 'Saisissez ce code là où vous avez reçu le lien :',
  codeValid: 'Il est valable 10 minutes.',
  codeAsked:
    'Quelqu’un vous a envoyé le lien, ou vous demande le code ? Alors fermez cette page : rien ne sera connecté.',
  finishHere: 'Terminer sur cet appareil',
  otherDevice: 'Le lien vient d’un autre appareil ? Saisissez-y ce code :',
  unknownTitle: 'Ce lien n’existe pas',
  unknown: 'Il est peut-être incomplet.',
  expiredTitle: 'Ce lien a expiré',
  expired: 'Les liens de connexion d’un compte ne sont valables que peu de temps.',
  usedTitle: 'Ce lien a déjà été utilisé',
  used: 'Le compte a déjà été connecté avec lui, et un lien ne fonctionne qu’une fois.',
  elsewhereTitle: 'Ce lien est en cours d’utilisation',
  elsewhere: 'Un autre navigateur a commencé à connecter un compte avec lui.',
  willUseAll:
    '{project} vous montre les connexions de l’utilisateur {user} et permettra à cet utilisateur d’utiliser chaque compte que vous connectez ici. Ne continuez que si c’est vous.',
  mayTitle: 'Autoriser {project} à appeler {tool} ?',
  wants: 'Un agent de {project} veut utiliser {toolkit} pour l’utilisateur {user}.',
  destructive: 'Cet outil peut modifier ou supprimer des données.',
  tool: 'Outil',
  account: 'Compte',
  withArguments: 'Avec ces arguments',
  none: 'Aucun.',
  moreArguments: '{count} arguments de plus ne sont pas affichés.',
  notAll: 'Tout n’est pas affiché ici. N’autorisez que si vous connaissez le reste.',
  secret: 'Un secret, qui n’est pas affiché.',
  cut: 'Coupé ici : {count} caractères de plus ne sont pas affichés.',
  unreadable:
    'Les arguments enregistrés de cet appel sont endommagés et ne peuvent pas être affichés ; il ne peut donc pas être autorisé ici.',
  approve: 'Autoriser ce seul appel',
  deny: 'Refuser',
  onlyApprove:
    'N’autorisez que si vous êtes cet utilisateur et voulez exactement cela. L’agent pourra alors faire cet appel une fois, jusqu’à {time}.',
  approvedTitle: 'Cet appel a été autorisé',
  approved:
    '{tool} a été autorisé ({time}) pour un appel, jusqu’à {until}. Vous pouvez dire à l’agent de continuer.',
  madeTitle: 'Cet appel a été autorisé et effectué',
  made: '{tool} a été autorisé ({time}). L’autorisation est épuisée : un autre appel demandera de nouveau.',
  deniedTitle: 'Cet appel a été refusé',
  denied: '{tool} a été refusé ({time}). L’agent en sera informé.',
  lateTitle: 'Cette demande a expiré',
  late: 'Personne n’a décidé à temps pour {tool}, ou une autorisation n’a pas été utilisée. Faites refaire l’appel par l’agent pour obtenir un nouveau lien.',
  nothingTitle: 'Il n’y a rien à décider ici',
  nothing:
    'Le lien est peut-être incomplet, ou la demande a été retirée. Faites refaire l’appel par l’agent pour obtenir un nouveau lien.',
  signInTo: 'S’identifier pour décider : {project}',
  orCode: 'Ou saisissez le code que vous avez reçu :',
  noCode: 'Décidez ici : {project}. Cette page n’accepte pas de code pour cet appel.',
  code: 'Votre code',
  codeHint:
    '{project} vous l’a envoyé. Ne le donnez à personne, ni à aucun agent : il autorise cet appel.',
  wrongCode: 'Ce n’est pas le code de cet appel. Rien n’a été décidé.',
  tooManyCodes:
    'Trop de codes erronés ont été saisis pour cet appel ; aucun autre n’est accepté. Rien n’a été décidé.',
  wrongTicket:
    'Votre identification pour cet appel a expiré, ou concerne un autre appel. Rien n’a été décidé.',
}
