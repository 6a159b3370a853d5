/** Words that begin the name of an action. */
export const verbs = new Set(
  `abort accept acknowledge activate add adjust advance aggregate allow amend analyse analyze announce answer append apply
  approve archive assess assign associate attach authenticate authorize autolink backfill ban batch begin bind block
  book broadcast browse bulk buy calculate call cancel capture change charge check claim cleanup clear clone close
  collect combine comment commit compare complete compose compute configure confirm connect consume continue convert
  copy count create crosspost customize deactivate decline decode decrypt deduct defer define delete deliver demote deny
  deploy deprecate deprovision dequeue describe destroy detach detect determine detokenize disable disassociate discard
  disconnect discover dismiss dispatch display dissociate distribute downgrade download draft drain drop duplicate edit
  elevate embed emit enable encode encrypt end enforce enqueue enrich enroll ensure enumerate erase escalate estimate
  evaluate evict examine exchange exclude execute exit expand expire explain export extend extract fail favorite fetch
  filter finalize find finish flag flush follow force fork forward freeze fulfill gather generate get give grant handle
  hide identify ignore impersonate import include increment index inform ingest initialize initiate inject insert
  inspect install instantiate integrate interrupt introspect invalidate invite invoke issue join kick kill launch leave
  like link list load localize lock log login logout lookup make manage map mark match merge migrate minimize mint
  modify mount move mute nominate normalize notify obliterate observe obtain offboard onboard open opt optimize order
  overwrite parse patch pause pay perform permit pin ping place play poll populate post postpone predict prepare preview
  prioritize process promote prompt propose provide provision prune publish pull purchase purge push put quarantine
  query queue reactivate read reassign reauthorize reboot rebuild recalculate recall receive reclaim recommend reconcile
  reconfigure reconnect record recover recreate recycle redact redeem redeliver redirect redo reduce reenable refresh
  refund regenerate register reindex reinstall reinstate reissue reject relate release relink reload relocate relock
  remediate remind remove rename render renew reopen reorder repair repeat replace replay replicate reply report
  reprioritize reprovision request rerequest rerun reschedule resend reserve reset resize resolve respond restart
  restore restrict resume resync retire retract retrieve retry return retweet reveal reverse revert review revoke rewind
  rewrite rollback rotate route run sample sanitize save scale scan schedule scrape scroll search seek select send set
  setup share shorten show shutdown sign silence simulate skip snooze solve sort split star start stop store stream
  submit subscribe suggest summarize suppress suspend swap switch sync synchronize synthesize tag take terminate test
  toggle tokenize track train transcribe transfer transform transition translate trash trigger troubleshoot truncate
  turn unarchive unassign unassociate unban unbind unblock uncancel undelete undo unfavorite unflag unfollow unfreeze
  unhide uninstall uninvite unlike unlink unlock unmark unmerge unmount unmute unpause unpin unpublish unregister
  unschedule unsend unset unshare unstar unsubscribe unsuppress unsuspend untag untrash unvote unwatch update upgrade
  upload upsert use validate verify view void vote wait warn watch whitelist wipe withdraw write`.split(
    /\s+/,
  ),
)

/** Verbs that are as often nouns: at the start of a name they count only in a verb's form. */
export const nounLike = new Set(
  `answer archive batch block book broadcast bulk call change charge check claim comment commit copy count display draft
  drop edit exchange export extract favorite filter flag fork forward grant handle import index invite issue launch like link
  list load lock log login lookup map mark match move order patch pin place play poll post preview process prompt
  purchase query queue recall record redirect refund release repair reply report request reserve return review route run
  sample scale scan schedule search set setup share show sign sort split star start stop store stream tag test toggle
  track train transfer transition trash trigger update upload use view vote wait watch`.split(
    /\s+/,
  ),
)

/** Nouns as often, but verbs before another word: `setTitle`. */
export const beginsNames = new Set(
  `archive check copy export import invite list mark move process run search send set share show start stop update upload
  validate`.split(/\s+/),
)

/** Verbs of operations that imply a loss. */
export const destructiveVerbs = new Set(
  `abort ban cancel clear deactivate delete deprovision destroy detach discard disconnect drop erase expire flush kick
  kill obliterate overwrite prune purge redact reject remove replace reset retract revoke terminate trash truncate
  uninstall unlink void wipe`.split(/\s+/),
)

/**
 * Verbs of operations that change nothing. Includes those that do not describe an action, such as
 * "invoke": any other makes a GET more than a read.
 */
export const readingVerbs = new Set(
  `aggregate analyse analyze browse calculate check compare compute count decode describe detect determine discover
  display download echo enumerate estimate evaluate examine expand explain export extract fetch filter find get identify
  inspect introspect invoke list load lookup observe obtain ping poll predict preview provide query read receive render
  resolve retrieve return sample scan scroll search show suggest summarize track validate verify view watch`.split(
    /\s+/,
  ),
)
