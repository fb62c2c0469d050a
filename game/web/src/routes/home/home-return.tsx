import type { Epoch } from '@bullring/prediction/units'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useConfig } from 'wagmi'
import { useAppConfig } from '#api/market/app-config.ts'
import { useMarketSymbol } from '#api/market/market-config.ts'
import { useMostDailyStake } from '#api/market/use-most-daily-stake.ts'
import type { Round } from '#api/round/round.ts'
import { loadContractOfReturn } from '#chain/contract/load-contract.ts'
import { useMarket } from '#chain/contract/use-market.ts'
import { type Returned, readReturn, takeOutcome } from '#chain/wallet/returned-request.ts'
import { useWallet } from '#chain/wallet/use-wallet.ts'
import { useRefreshAfterClaim, useRefreshAfterTransaction } from '#data/use-refresh.ts'
import { BET_FAILURE_MESSAGES } from '#features/bet/bet-messages.ts'
import { useBetSending } from '#features/bet/bet-sending.ts'
import { useClaim } from '#features/claim/use-claim.ts'
import { useReturnedMove } from '#features/one-tap/move/use-move.ts'
import { type OneTapOwner, useOwner } from '#features/one-tap/session/use-offer.ts'
import { useReturnedGrant } from '#features/one-tap/session/use-returned-grant.ts'
import { useShowOff } from '#features/one-tap/session/use-session-changes.ts'
import { useReturnedDialog } from '#features/wallet-dialog/use-returned-dialog.ts'
import { useMessages } from '#i18n/language.ts'
import { useBetLimit } from '#settings/use-bet-limit.ts'
import { useToastStore } from '#toasts/toast-store.ts'
import { useHomeActions } from './home-actions.tsx'
import { useHomeRounds } from './home-data.tsx'

/** Goes on with the request that the page was left for: shows its outcome as if the page had never been left. */
export function HomeReturn(): ReactNode {
  const config = useConfig()
  const [returned] = useState(readReturn)
  if (returned === null) return null
  return <GoOn returned={returned} take={() => takeOutcome(config, returned.id)} />
}

type GoOnProps = {
  returned: Returned
  /** Returns the response of the wallet. */
  take: () => Promise<unknown>
}

/** Goes on with a request that an earlier page has sent. */
export function GoOn({ returned: { id, awaited }, take }: GoOnProps): ReactNode {
  const isConnecting = useWallet().kind === 'connecting'
  if (isConnecting) return null
  switch (awaited.kind) {
    case 'bet':
      return <BetWithRound id={id} awaited={awaited} take={take} />
    case 'claim':
      return <ReturnedClaim id={id} awaited={awaited} take={take} />
    case 'grant':
      return <GrantWithRound id={id} awaited={awaited} take={take} />
    case 'revoke':
      return <ReturnedRevocation id={id} awaited={awaited} take={take} />
    case 'move':
      return <ReturnedMove id={id} take={take} />
    case 'dialog':
      return <ReturnedDialog id={id} awaited={awaited} take={take} />
  }
}

type Taken = Pick<GoOnProps, 'take'> & { id: string }

/** Waits for the round that takes bets now. */
function BetWithRound({ awaited, ...taken }: Taken & { awaited: Awaited<'bet'> }) {
  const { prediction } = useMarket()
  const { next } = useHomeRounds()
  if (awaited.prediction !== prediction || next.kind !== 'ready') return null
  return <ReturnedBet {...taken} bet={awaited.bet} round={next.round} />
}

/** Waits for the account, and for the round if the permission starts with a bet here. */
function GrantWithRound({ awaited, ...taken }: Taken & { awaited: Awaited<'grant'> }) {
  const { prediction } = useMarket()
  const { next } = useHomeRounds()
  const owner = useOwner()
  const startsHere = awaited.first !== null && awaited.markets[0] === prediction
  const round = startsHere && next.kind === 'ready' ? next.round : null
  if (owner === null || (startsHere && round === null)) return null
  return <ReturnedGrant {...taken} awaited={awaited} owner={owner} round={round} />
}

type Awaited<kind> = Extract<Returned['awaited'], { kind: kind }>

type ReturnedBetProps = Taken & {
  bet: Awaited<'bet'>['bet']
  /** The round that takes bets now. */
  round: Round
}

function ReturnedBet({ id, bet, round, take }: ReturnedBetProps) {
  const { account, epoch, position, amount } = bet
  const symbol = useMarketSymbol()
  const { openBet } = useHomeActions()
  const limit = useBetLimit(useMostDailyStake())
  const refresh = useRefreshAfterTransaction()
  const refreshClaimed = useRefreshAfterClaim()
  const { mutate } = useBetSending({
    account,
    epoch,
    lockAt: round.times.lockTimestamp,
    hasLocked: round.epoch !== epoch,
    onPlaced: (_, stake) => {
      limit.recordStake(stake)
      refresh()
    },
    onCollected: (epochs: readonly Epoch[]) => refreshClaimed({ account, symbol, epochs }),
    onClose: () => undefined,
    onRejected: () => openBet(position, round, amount),
  })
  useOnce(id, () => mutate({ ...bet, response: take }))
  return null
}

type ReturnedClaimProps = Taken & { awaited: Awaited<'claim'> }

function ReturnedClaim({ id, awaited, take }: ReturnedClaimProps) {
  const { account, parts, isBatch } = awaited
  const config = useConfig()
  const { chain, markets } = useAppConfig()
  const following = useRef<Promise<true>>(null)
  const follow = async (): Promise<true> => {
    const { followReturnedClaim } = await loadContractOfReturn()
    const response = take()
    await followReturnedClaim(config, { account, chainId: chain.id }, { parts, isBatch, response })
    return true
  }
  const { claim } = useClaim(account, useRefreshAfterClaim(), () => {
    following.current ??= follow()
    return following.current
  })
  useOnce(id, () => {
    const rounds = Object.entries(markets).flatMap(([symbol, { prediction }]) =>
      parts.flatMap((part) =>
        part.prediction === prediction ? { symbol, epochs: part.epochs } : [],
      ),
    )
    claim({ account, rounds, place: 'card' })
  })
  return null
}

type ReturnedGrantProps = Taken & {
  awaited: Awaited<'grant'>
  owner: OneTapOwner
  /** The round that takes bets now; null where the permission starts without a bet here. */
  round: Round | null
}

function ReturnedGrant({ id, awaited, owner, round, take }: ReturnedGrantProps) {
  const { openBet } = useHomeActions()
  const { closed } = useMessages(BET_FAILURE_MESSAGES)
  const toasts = useToastStore()
  const finish = useReturnedGrant(owner, awaited, {
    round,
    onRefused: openBet,
    onClosed: (epoch) => toasts.show({ level: 'info', text: closed({ epoch: `${epoch}` }) }),
  })
  useOnce(id, () => void finish(take))
  return null
}

function ReturnedRevocation({ id, awaited, take }: Taken & { awaited: Awaited<'revoke'> }) {
  const showOff = useShowOff()
  const follow = async () => {
    // The wallet has no outcome where it cannot be asked.
    const outcome = await take().catch(() => null)
    showOff({ isRevoked: outcome !== null, expiresAt: awaited.expiresAt })
  }
  useOnce(id, () => void follow())
  return null
}

function ReturnedMove({ id, take }: Taken) {
  const { mutate } = useReturnedMove()
  useOnce(id, () => mutate(take()))
  return null
}

function ReturnedDialog({ id, awaited, take }: Taken & { awaited: Awaited<'dialog'> }) {
  const refresh = useRefreshAfterTransaction()
  const follow = useReturnedDialog(awaited.what)
  useOnce(id, () => void follow(take()).then(refresh))
  return null
}

/** Ids of the requests that this page has gone on with: it mounts this again after a sign-out, or another network. */
const started = new Set<string>()

/** Runs `action` after the first render alone, and once for each request. */
export function useOnce(id: string, action: () => void): void {
  useEffect(() => {
    if (started.has(id)) return
    started.add(id)
    action()
  })
}
