import { maxUint256 } from 'viem'
import type { BalanceChange, Simulation } from '#rpc/simulate-call.ts'
import { Code, Fact, Facts } from './facts.tsx'
import { formatAmount } from './format-amount.ts'
import { Notice } from './notice.tsx'
import { toVisibleName } from './show-text.ts'

type Coin = { symbol: string; decimals: number }

/** Allowances from here on never run out: apps write them in several ways. */
const UNLIMITED = maxUint256 / 2n

/** What a trial run of a call changes for the account. */
export function SimulationResult({ simulation, coin }: { simulation: Simulation; coin: Coin }) {
  if (simulation.state === 'unavailable') {
    return (
      <Notice tone="warning">
        This network’s node cannot try calls out, so the wallet cannot show what this one changes.
      </Notice>
    )
  }
  // The trial run of the fee reports the failure, and its reason.
  if (simulation.state === 'failed') return null
  const { changes } = simulation
  const moved = changes.filter(({ kind }) => ['coin', 'token', 'item'].includes(kind))
  return (
    <>
      {changes.map((change) => (
        <Permission key={keyOf(change)} change={change} />
      ))}
      {moved.length > 0 && (
        <Facts>
          {moved.map((change) => (
            <MovedFact key={keyOf(change)} change={change} coin={coin} />
          ))}
        </Facts>
      )}
      <Notice tone="quiet">
        {changes.length === 0
          ? 'A trial run changes none of your balances. It can be different when the call is sent.'
          : 'This is the result of a trial run. It can be different when the call is sent.'}
      </Notice>
    </>
  )
}

function MovedFact({ change, coin }: { change: BalanceChange; coin: Coin }) {
  if (!('amount' in change) || change.kind === 'allowance') return null
  const amount = change.amount < 0n ? -change.amount : change.amount
  return (
    <Fact name={change.amount < 0n ? 'You send' : 'You get'}>
      {change.kind === 'coin' && `${formatAmount(amount, coin.decimals)} ${coin.symbol}`}
      {change.kind === 'token' && (
        <>
          <bdi>{tokenText(change.token, amount)}</bdi> <Code>{change.address}</Code>
        </>
      )}
      {change.kind === 'item' && (
        <>
          {amount === 1n ? `item ${change.id}` : `${amount} of item ${change.id}`}{' '}
          <Code>{change.address}</Code>
        </>
      )}
    </Fact>
  )
}

/** What the call lets others take later. */
function Permission({ change }: { change: BalanceChange }) {
  switch (change.kind) {
    case 'allowance': {
      const most =
        change.amount >= UNLIMITED ? 'all of it' : `up to ${tokenText(change.token, change.amount)}`
      return (
        <Notice tone="warning">
          It lets {change.spender} take {most} from you at any time. Token: {change.address}
        </Notice>
      )
    }
    case 'item-allowance':
      return (
        <Notice tone="warning">
          It lets {change.spender} take item {String(change.id)} of {change.address} from you.
        </Notice>
      )
    case 'operator':
      return (
        <Notice tone="warning">
          It lets {change.operator} take every item of {change.address} from you at any time.
        </Notice>
      )
    default:
      return null
  }
}

function tokenText(token: { symbol: string; decimals: number } | null, amount: bigint): string {
  return token === null
    ? `${formatAmount(amount, 0)} units of a token`
    : `${formatAmount(amount, token.decimals)} ${toVisibleName(token.symbol)}`
}

function keyOf(change: BalanceChange): string {
  const values = Object.entries(change).filter(([name]) => name !== 'token')
  return values.map(([name, value]) => `${name}=${String(value)}`).join()
}
