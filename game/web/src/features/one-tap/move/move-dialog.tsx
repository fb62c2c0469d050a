import type { Wei } from '@bullring/prediction/units'
import { formatAddress, formatBnb } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import type { OneTapOwner } from '../session/use-offer.ts'
import styles from './move.module.css'
import { MOVE_MESSAGES } from './move-messages.ts'
import { useMove } from './use-move.ts'
import { useMoveTarget } from './use-move-target.ts'

type MoveDialogProps = {
  owner: OneTapOwner
  balance: Wei | null
  /** Whether bets without a result, or payouts to collect, tie the player to the account. */
  hasOpenBets: boolean
  onClose: () => void
}

/** Moves a player with a basic account to the smart account. */
export function MoveDialog({ owner, balance, hasOpenBets, onClose }: MoveDialogProps) {
  const messages = useMessages(MOVE_MESSAGES)
  const target = useMoveTarget(owner)
  const { mutate, isPending } = useMove(owner, onClose)
  return (
    <Dialog title={messages.question} onClose={onClose}>
      <div className={styles['window']}>
        {target !== null && <p>{messages.address({ address: formatAddress(target) })}</p>}
        {balance !== null && balance > 0n && (
          <p>{messages.money({ amount: formatBnb(balance) })}</p>
        )}
        <p className={styles['note']}>{hasOpenBets ? messages.open : messages.backToo}</p>
        <Button
          size="large"
          disabled={target === null || hasOpenBets}
          isPending={isPending}
          onClick={() => target !== null && mutate(target)}
        >
          {isPending ? messages.waiting : messages.move}
        </Button>
      </div>
    </Dialog>
  )
}
