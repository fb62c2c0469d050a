import type { Wei } from '@bullring/prediction/units'
import type { Address } from 'viem'
import type { PayoutSwitch } from '#api/game-api.ts'
import type { Trade } from '#api/trade/trade.ts'
import { formatBnb } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import type { MessagesOf } from '#i18n/message.ts'
import { Switch } from '#ui/controls/switch.tsx'
import { PAYOUT_MESSAGES } from './payout-messages.ts'
import {
  isSentAutomatically,
  type PayoutProblem,
  useChangePayoutSwitch,
  usePayoutSwitch,
} from './use-payout-switch.ts'

type PayoutSettingProps = {
  account: Address
  /** The account's bets in the market of the page. */
  trades: readonly Trade[]
}

/** The switch for winnings that are sent without a click; nothing where the market has none. */
export function PayoutSetting({ account, trades }: PayoutSettingProps) {
  const messages = useMessages(PAYOUT_MESSAGES)
  const { state } = usePayoutSwitch(account)
  const { mutate, data: problem = null, isPending } = useChangePayoutSwitch(account)
  if (state === undefined || !(state.isOffered || state.isOn)) return null
  return (
    <Switch
      label={messages.label}
      hint={isPending ? messages.changing : hintOf(state, problem, trades, messages)}
      isOn={state.isOn}
      isDisabled={isPending}
      onChange={mutate}
    />
  )
}

function hintOf(
  state: PayoutSwitch,
  problem: PayoutProblem | null,
  trades: readonly Trade[],
  messages: MessagesOf<typeof PAYOUT_MESSAGES>,
): string {
  const { isOn, isOffered, refusedEpochs } = state
  if (problem !== null) return messages[problem]
  if (!isOn) return messages.hint
  if (!isOffered) return messages.notOffered
  const unpaid = trades.filter(({ claimAmount }) => claimAmount > 0n)
  if (unpaid.some(({ epoch }) => refusedEpochs.includes(epoch))) return messages.refused
  const sent = unpaid.filter(({ epoch }) => isSentAutomatically(state, epoch))
  const amount = sent.reduce((sum, { claimAmount }) => sum + claimAmount, 0n) as Wei
  return amount > 0n ? messages.pending({ amount: formatBnb(amount) }) : messages.hintOn
}
