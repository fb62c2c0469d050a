import type { Wei } from '@bullring/prediction/units'
import { formatBnb } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { Button } from '#ui/controls/button.tsx'
import { ROUND_MESSAGES } from '../round-messages.ts'

type ClaimButtonProps = { amount: Wei; isClaiming: boolean; onClaim: () => void }

/** Collects the payout or refund of a round. */
export function ClaimButton({ amount, isClaiming, onClaim }: ClaimButtonProps) {
  const messages = useMessages(ROUND_MESSAGES)
  return (
    <Button isPending={isClaiming} onClick={onClaim}>
      {isClaiming ? messages.claiming : `${messages.claim} ${formatBnb(amount)} BNB`}
    </Button>
  )
}
