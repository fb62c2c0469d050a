import { type CallFailure, isFinal } from '@bullring/client/call-outcome'
import { betCall, claimCall } from '@bullring/client/market-calls'
import { type CallDeps, sendCall } from '@bullring/client/send-call'
import { COIN_DECIMALS, formatUnits } from '@bullring/prediction/decimal'
import type { Position } from '@bullring/prediction/payout'
import type { Epoch, UnixSeconds, Wei } from '@bullring/prediction/units'
import { toWei } from '@bullring/prediction/units'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Address } from 'viem'
import { useConfig } from 'wagmi'
import { useAppConfig } from '#api/market/app-config.ts'
import { marketConfigOf } from '#api/market/market-config.ts'
import { useMostDailyStake } from '#api/market/use-most-daily-stake.ts'
import { inOneTab } from '#browser/one-tab.ts'
import { deleteSession } from '#chain/wallet/one-tap-sessions.ts'
import { useAccountToast } from '#chain/wallet/use-account-toast.ts'
import { useMessages } from '#i18n/language.ts'
import { useBetLimit } from '#settings/use-bet-limit.ts'
import { useToastStore } from '#toasts/toast-store.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { ONE_TAP_MESSAGES } from '../one-tap-messages.ts'
import type { OneTapSession } from '../session/one-tap-session.ts'
import type { OneTapOwner } from '../session/use-offer.ts'
import { useRefreshSession } from '../session/use-session-changes.ts'
import { callFailureText } from './call-failure-text.ts'
import { countStake } from './count-stake.ts'
import { publishOneTap, type TappedBet } from './one-tap-store.ts'
import { createTaps } from './taps.ts'

/** A bet that a tap places. */
type OneTapBet = { position: Position; epoch: Epoch; symbol: string; lockAt: UnixSeconds }

type OneTapBetsProps = {
  owner: OneTapOwner
  session: OneTapSession
  balance: Wei | null
  onPlaced: (bet: Pick<OneTapBet, 'position' | 'epoch' | 'symbol'> & { amount: Wei }) => void
}

/** Makes the bets and claims of one session, and announces the bets that can be undone. */
export function OneTapBets(props: OneTapBetsProps) {
  const [stored] = useState(props.session.stored)
  const [announcement, setAnnouncement] = useState({ id: 0, text: '' })
  const { send, claim, canPress, reportUnsent } = useCalls(props, stored)
  const messages = useMessages(ONE_TAP_MESSAGES)
  const stake = toWei(stored.session.valuePerCall)

  const say = (text: string) => setAnnouncement(({ id }) => ({ id: id + 1, text }))
  const announce = useEffectEvent((position: Position | null) => {
    const amount = formatUnits(stake, COIN_DECIMALS)
    say(position === null ? messages.undone : messages.announce({ stake: amount, position }))
  })
  const sendNow = useEffectEvent(send)
  const claimNow = useEffectEvent(claim)
  const canPressNow = useEffectEvent(canPress)
  const reportUnsentNow = useEffectEvent(reportUnsent)

  useEffect(() => {
    const stop = new AbortController()
    const publish = (bets: readonly TappedBet[]) =>
      publishOneTap({
        account: stored.account,
        stake,
        bets,
        markets: [...new Set(stored.session.methods.map(({ to }) => to))],
        press: (position, { epoch, times }, symbol) =>
          taps.press({ position, epoch, symbol, lockAt: times.lockTimestamp }),
        claim: (prediction, epochs) => claimNow({ market: prediction, epochs }, stop.signal),
      })
    const taps = createTaps<OneTapBet>({
      canStart: () => canPressNow(),
      send: (bet) => sendNow(bet, stop.signal),
      isSameRound: (one, other) => one.symbol === other.symbol && one.epoch === other.epoch,
      isSameSide: (one, other) => one.position === other.position,
      onChange: (running) => {
        if (stop.signal.aborted) return
        publish(running.map(({ bet, stage }) => ({ ...bet, stage })))
        // No bet can be undone any more.
        if (running.every(({ stage }) => stage === 'sent')) setAnnouncement({ id: 0, text: '' })
      },
      onStart: ({ position }) => announce(position),
      onUndo: () => announce(null),
    })
    publish([])
    return () => {
      stop.abort()
      taps.stop().forEach(reportUnsentNow)
      publishOneTap(null)
    }
  }, [stored, stake])

  return (
    <VisuallyHidden>
      <span role="status">
        {/* A new element: screen readers speak the same words again for another bet. */}
        <span key={announcement.id}>{announcement.text}</span>
      </span>
    </VisuallyHidden>
  )
}

/** Returns functions that send bets and claims, and report their outcome. */
function useCalls({ owner, balance, onPlaced }: OneTapBetsProps, stored: OneTapSession['stored']) {
  const messages = useMessages(ONE_TAP_MESSAGES)
  const toasts = useToastStore()
  const showToast = useAccountToast()
  const limit = useBetLimit(useMostDailyStake())
  const refresh = useRefreshSession(owner)
  const config = useConfig()
  const appConfig = useAppConfig()
  const amount = toWei(stored.session.valuePerCall)
  const deps = (signal: AbortSignal): CallDeps => ({
    inTurn: inOneTab,
    client: config.getClient({ chainId: owner.chainId }),
    servicesUrl: owner.servicesUrl,
    projectId: appConfig.projectId,
    signal,
  })
  const reportUnsent = ({ symbol }: OneTapBet) =>
    showToast(owner.account, { level: 'info', text: messages.undone }, symbol)
  const fail = async (failure: CallFailure, symbol: string, stopped: AbortSignal) => {
    showToast(owner.account, { level: 'error', ...callFailureText(messages, failure) }, symbol)
    // Another session of the account may be on by then.
    if (isFinal(failure) && !stopped.aborted) await deleteSession(owner).catch(() => undefined)
  }
  const send = async (bet: OneTapBet, stopped: AbortSignal) => {
    const { position, epoch, symbol, lockAt } = bet
    const { prediction } = marketConfigOf(appConfig, symbol)
    const call = { ...betCall(prediction, { position, epoch, amount }), lockAt }
    const stake = {
      record: () => limit.recordStake(amount),
      takeBack: () => limit.takeBackStake(amount),
    }
    const { signal, keep } = untilKept(stopped)
    const outcome = await countStake(stake, (count) => {
      // A posted bet may be made: the page reports its outcome, whichever market it shows by then.
      const onPost = () => {
        keep()
        count()
      }
      const isAllowed = () => limit.isAllowed(amount)
      return sendCall({ ...deps(signal), isAllowed, onPost }, stored, call)
    }).catch(() => null)
    // The page has gone on without this session.
    if (outcome === null) return reportUnsent(bet)
    if (outcome === 'made') onPlaced({ position, epoch, symbol, amount })
    else await fail(outcome, symbol, stopped)
    await refresh()
  }
  const claim = async (
    { market, epochs }: { market: Address; epochs: readonly Epoch[] },
    signal: AbortSignal,
  ) => {
    const call = { ...claimCall(market, epochs), lockAt: null }
    return (await sendCall(deps(signal), stored, call).catch(() => null)) === 'made'
  }
  const canPress = () => {
    const problem = limit.problem(amount) ?? (isShort(balance, amount) ? messages.balance : null)
    if (problem !== null) toasts.show({ level: 'error', text: problem })
    return problem === null
  }
  return { send, claim, canPress, reportUnsent }
}

/** Returns a signal that follows `signal` until `keep` is called. */
function untilKept(signal: AbortSignal): { signal: AbortSignal; keep: () => void } {
  const following = new AbortController()
  const abort = () => following.abort()
  signal.addEventListener('abort', abort)
  return { signal: following.signal, keep: () => signal.removeEventListener('abort', abort) }
}

function isShort(balance: Wei | null, amount: Wei): boolean {
  return balance !== null && balance < amount
}
