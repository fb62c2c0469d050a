import { Code, Fact, Facts } from '@bullring/ui/facts'
import { Notice } from '@bullring/ui/notice'
import { fill } from '@bullring/wire/text/fill'
import type { BalanceChange, Simulation } from '../chain/simulate-call.ts'
import { type Coin, coinText, isUnlimited, tokenText } from '../text/coin.ts'
import type { ApprovalMessages } from '../text/messages.ts'
import { useApprovalMessages } from '../text/messages-context.ts'

/** Permissions that a simulated call gives to others, or a warning that it could not be simulated. */
export function SimulationWarnings({ simulation }: { simulation: Simulation }) {
  const messages = useApprovalMessages()
  const texts = messages.simulation
  if (simulation.state === 'unavailable') return <Notice tone="warning">{texts.unavailable}</Notice>
  // The estimate of the fee reports the failure, and its reason.
  if (simulation.state === 'failed') return null
  const permissions = simulation.changes.flatMap((change) => {
    const text = permissionText(change, messages)
    return text === null ? [] : [{ key: keyOf(change), text }]
  })
  return permissions.map(({ key, text }) => (
    <Notice key={key} tone="warning">
      {text}
    </Notice>
  ))
}

/** Coins, tokens and items that a simulated call moves. */
export function SimulationResult({ simulation, coin }: { simulation: Simulation; coin: Coin }) {
  const { simulation: texts } = useApprovalMessages()
  if (simulation.state === 'unavailable' || simulation.state === 'failed') return null
  const { changes } = simulation
  const moved = changes.filter(({ kind }) => ['coin', 'token', 'item'].includes(kind))
  return (
    <>
      {moved.length > 0 && (
        <Facts>
          {moved.map((change) => (
            <MovedFact key={keyOf(change)} change={change} coin={coin} />
          ))}
        </Facts>
      )}
      <Notice tone="quiet">{changes.length === 0 ? texts.noChange : texts.result}</Notice>
    </>
  )
}

function MovedFact({ change, coin }: { change: BalanceChange; coin: Coin }) {
  const messages = useApprovalMessages()
  const texts = messages.simulation
  if (!('amount' in change) || change.kind === 'allowance') return null
  const amount = change.amount < 0n ? -change.amount : change.amount
  return (
    <Fact name={change.amount < 0n ? texts.youSend : texts.youGet}>
      {change.kind === 'coin' && coinText(amount, coin)}
      {change.kind === 'token' && (
        <>
          <bdi>{tokenText(amount, change.token, messages)}</bdi> <Code>{change.address}</Code>
        </>
      )}
      {change.kind === 'item' && (
        <>
          {fill(amount === 1n ? texts.item : texts.items, {
            id: `${change.id}`,
            count: `${amount}`,
          })}{' '}
          <Code>{change.address}</Code>
        </>
      )}
    </Fact>
  )
}

/** Returns what the call lets others take later; null when nothing. */
function permissionText(change: BalanceChange, messages: ApprovalMessages): string | null {
  const { simulation: texts } = messages
  switch (change.kind) {
    case 'allowance': {
      const { spender, address: token } = change
      if (isUnlimited(change.amount)) return fill(texts.spendAll, { spender, token })
      const amount = tokenText(change.amount, change.token, messages)
      return fill(texts.spendSome, { spender, amount, token })
    }
    case 'item-allowance': {
      const { spender, id, address: collection } = change
      return fill(texts.takeItem, { spender, id: `${id}`, collection })
    }
    case 'operator':
      return fill(texts.takeItems, { operator: change.operator, collection: change.address })
    default:
      return null
  }
}

function keyOf(change: BalanceChange): string {
  const values = Object.entries(change).filter(([name]) => name !== 'token')
  return values.map(([name, value]) => `${name}=${String(value)}`).join()
}
