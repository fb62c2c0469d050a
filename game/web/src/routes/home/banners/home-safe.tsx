import { useState, useSyncExternalStore } from 'react'
import { useConfig } from 'wagmi'
import { useAppConfig } from '#api/market/app-config.ts'
import { useMostDailyStake } from '#api/market/use-most-daily-stake.ts'
import { loadContractOfReturn } from '#chain/contract/load-contract.ts'
import { useMarket } from '#chain/contract/use-market.ts'
import { type Safe, safe } from '#chain/safe/safe.ts'
import type { QueuedRequest } from '#chain/safe/safe-queue.ts'
import { useAccountToast } from '#chain/wallet/use-account-toast.ts'
import { useWalletAddress } from '#chain/wallet/use-wallet.ts'
import { useRefreshAfterTransaction } from '#data/use-refresh.ts'
import { useBetTexts } from '#features/bet/bet-sending.ts'
import { SafeRequests } from '#features/safe/safe-requests.tsx'
import { useBetLimit } from '#settings/use-bet-limit.ts'
import { GoOn, useOnce } from '../home-return.tsx'

/** In Safe, the requests that wait for the owners. Goes on with those that earlier pages have sent. */
export function HomeSafe() {
  const inSafe = safe()
  return inSafe && <Requests inSafe={inSafe} />
}

function Requests({ inSafe: { queue, left, dismiss } }: { inSafe: Safe }) {
  const isOwn = useIsOwn()
  const requests = useSyncExternalStore(queue.subscribe, queue.getSnapshot).filter(isOwn)
  const [earlier] = useState(() => new Set(left.map(({ id }) => id)))
  const followed = requests.filter(({ id, state }) => earlier.has(id) && state !== 'late')
  return (
    <>
      {requests.length > 0 && <SafeRequests requests={requests} onDismiss={dismiss} />}
      {followed.map((request) => (
        <Followed key={request.id} request={request} />
      ))}
    </>
  )
}

function Followed({ request }: { request: QueuedRequest }) {
  const { prediction } = useMarket()
  const { awaited } = request
  if (awaited.kind === 'bet' && awaited.prediction !== prediction) {
    return <Elsewhere request={request} awaited={awaited} />
  }
  return <GoOn returned={request} take={() => Promise.resolve(responseOf(request))} />
}

type ElsewhereProps = {
  request: QueuedRequest
  awaited: Extract<QueuedRequest['awaited'], { kind: 'bet' }>
}

/** Follows a bet in a market that the page does not show, to its outcome. */
function Elsewhere({ request, awaited: { prediction, bet } }: ElsewhereProps) {
  const config = useConfig()
  const { chain, markets } = useAppConfig()
  const texts = useBetTexts()
  const showToast = useAccountToast()
  const { recordStake } = useBetLimit(useMostDailyStake())
  const refresh = useRefreshAfterTransaction()
  const symbol = Object.keys(markets).find((one) => markets[one]?.prediction === prediction)
  const follow = async () => {
    const { followReturnedBet } = await loadContractOfReturn()
    const response = Promise.resolve(responseOf(request))
    const market = { prediction, chainId: chain.id }
    await followReturnedBet(config, market, { bet, response }, () => undefined)
    recordStake(bet.amount)
    refresh()
    showToast(bet.account, texts.resultOf('placed', bet), symbol)
  }
  useOnce(`elsewhere ${request.id}`, () => {
    follow().catch(async (error: Error) => {
      const state = { wasSent: true, hasClosed: false }
      const { toast } = await texts.failureOf(error, bet, state)
      showToast(bet.account, toast, symbol)
    })
  })
  return null
}

/** Whether a request is of the Safe on the page: the browser may know several, also on other networks. */
function useIsOwn() {
  const account = useWalletAddress()
  const { markets } = useAppConfig()
  const contracts = Object.values(markets).map(({ prediction }) => prediction)
  return ({ awaited }: QueuedRequest): boolean => {
    const { owner, predictions } =
      awaited.kind === 'bet'
        ? { owner: awaited.bet.account, predictions: [awaited.prediction] }
        : { owner: awaited.account, predictions: awaited.parts.map(({ prediction }) => prediction) }
    return owner === account && predictions.every((one) => contracts.includes(one))
  }
}

/** Safe's response to the request, as the wallet gave it to the page that sent it. */
function responseOf({ id, awaited }: QueuedRequest): unknown {
  const isBatch = awaited.kind === 'claim' ? awaited.isBatch : awaited.bet.collect.length > 0
  return isBatch ? { id } : id
}
