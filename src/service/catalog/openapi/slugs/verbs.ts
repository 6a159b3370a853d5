/** Words that begin the name of an action. */
export const verbs = new Set(
  `abort accept acknowledge activate add aggregate allow analyze answer append apply approve archive assign associate attach
  authenticate authorize autolink ban batch begin block book browse bulk calculate call cancel capture change charge check claim
  clear clone close collect comment commit compare complete compose compute configure confirm connect convert copy count create
  deactivate decline decode decrypt define delete deliver deny deploy deprecate dequeue describe destroy detach detect determine
  disable discard disconnect dismiss dispatch download draft drop duplicate edit embed enable encode encrypt end enqueue enrich
  enroll ensure erase estimate evaluate evict exchange execute exit expire explain export extend extract fetch filter finalize find
  finish flag flush follow force fork forward freeze generate get give grant handle hide identify ignore import increment index
  ingest initialize initiate insert inspect install instantiate introspect invalidate invite invoke issue join kill launch leave
  like link list load lock log login logout lookup make map mark match merge migrate minimize modify move mute notify obtain open
  opt order overwrite parse patch pause pay perform permit pin ping place play poll post predict prepare preview prioritize process
  promote prompt provision publish pull purge push put query queue read rebuild receive recommend reconnect record recover redeem
  redeliver redirect redo refresh refund register reject release reload relock remove rename render renew reopen reorder repeat
  replace replay reply report reprioritize request rerequest rerun resend reserve reset resize resolve respond restart restore
  restrict resume retrieve retry return reverse revert review revoke rollback rotate route run sample save scale scan schedule
  search select send set setup share show sign simulate skip snooze sort split star start stop store stream submit subscribe suggest
  summarize suspend swap switch sync synchronize tag terminate test track transcribe transfer transform translate trash trigger
  truncate turn unarchive unassign unassociate unban unblock uncancel undelete undo unfollow unhide uninstall unlike unlink unlock
  unmark unmute unpin unpublish unregister unschedule unset unshare unstar unsubscribe unsuspend unwatch update upgrade upload
  upsert use validate verify view void vote wait watch wipe withdraw write`.split(/\s+/),
)

/** Verbs that are as often nouns: at the start of a name they count only in a verb's form. */
export const nounLike = new Set(
  `answer archive batch block book bulk call change charge check claim comment commit copy count draft drop edit export extract filter flag
  fork forward grant handle import index invite issue launch like link list load lock log login lookup map mark match move order
  patch pin place play poll post preview process prompt query queue record redirect refund release reply report request reserve
  return review route run sample scale scan schedule search set setup share show sign sort split star start stop store stream tag
  test track transfer trash trigger update upload use view vote wait watch`.split(/\s+/),
)
