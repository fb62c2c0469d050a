import type { Epoch } from '@bullring/prediction/units'
import { createContext, type ReactNode, use, useMemo } from 'react'
import type { Trade } from '#api/trade/trade.ts'
import {
  useWallet,
  useWalletAddress,
  useWalletBalance,
  type Wallet,
} from '#chain/wallet/use-wallet.ts'
import { useRefreshAfterTransaction } from '#data/use-refresh.ts'
import { type PlayMoney, usePlayMoney } from '#features/connect/use-play-money.ts'
import { type Trades, useTrades } from '#features/history/use-trades.ts'
import { type PastRound, useRecentRounds } from '#features/rounds/use-past-rounds.ts'
import { type Rounds, useRounds } from '#features/rounds/use-rounds.ts'

/** Past rounds in the chart and on the strip under it. */
const RECENT_ROUNDS = 20

type HomeAccount = {
  wallet: Wallet
  balance: ReturnType<typeof useWalletBalance>
  playMoney: PlayMoney
}

type HomeHistory = { history: Trades; userBets: ReadonlyMap<Epoch, Trade> }

const AccountContext = createContext<HomeAccount | null>(null)
const RoundsContext = createContext<Rounds | null>(null)
const RecentContext = createContext<readonly PastRound[] | null>(null)
const HistoryContext = createContext<HomeHistory | null>(null)

export const useHomeAccount = () => provided(use(AccountContext))
export const useHomeRounds = () => provided(use(RoundsContext))
export const useHomeRecentRounds = () => provided(use(RecentContext))
export const useHomeHistory = () => provided(use(HistoryContext))

/** Runs the queries that several parts of the main screen share. New data re-renders only those parts. */
export function HomeData({ children }: { children: ReactNode }) {
  return (
    <AccountData>
      <RoundsData>
        <RecentData>
          <HistoryData>{children}</HistoryData>
        </RecentData>
      </RoundsData>
    </AccountData>
  )
}

function AccountData({ children }: { children: ReactNode }) {
  const wallet = useWallet()
  const balance = useWalletBalance(wallet)
  const playMoney = usePlayMoney(wallet, balance, useRefreshAfterTransaction())
  return <AccountContext value={{ wallet, balance, playMoney }}>{children}</AccountContext>
}

function RoundsData({ children }: { children: ReactNode }) {
  return <RoundsContext value={useRounds()}>{children}</RoundsContext>
}

/** Once for chart and strip: it observes a query for each round. */
function RecentData({ children }: { children: ReactNode }) {
  const recent = useRecentRounds(useHomeRounds().epoch, RECENT_ROUNDS)
  return <RecentContext value={recent}>{children}</RecentContext>
}

function HistoryData({ children }: { children: ReactNode }) {
  const history = useTrades(useWalletAddress())
  const { trades } = history
  const userBets = useMemo(() => new Map(trades.map((trade) => [trade.epoch, trade])), [trades])
  return <HistoryContext value={{ history, userBets }}>{children}</HistoryContext>
}

function provided<T>(value: T | null): T {
  if (value === null) throw new Error('The hooks of home-data.tsx need a <HomeData> above them')
  return value
}
