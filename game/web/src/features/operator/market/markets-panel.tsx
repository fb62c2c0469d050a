import type { OperatorMarket, OperatorReport } from '@bullring/game-api/operator'
import { type Address, isAddressEqual } from 'viem'
import { formatAddress } from '#format/format.ts'
import { coinsText, durationText } from '../report/figures.ts'
import { Panel, Row, Rows, State } from '../report/panel.tsx'
import { feeText } from './action-texts.ts'
import { MarketActions } from './market-actions.tsx'
import styles from './markets-panel.module.css'

type MarketsPanelProps = {
  report: OperatorReport
  chainId: number
  /** Connected account on the chain of the game; null for none. */
  account: Address | null
  /** Why the connected wallet cannot sign; null while it can, or there is none. */
  walletProblem: string | null
  onDone: () => void
}

/** The markets: their terms, and what the connected account may change. */
export function MarketsPanel({ report, ...props }: MarketsPanelProps) {
  return (
    <Panel title="Markets" isWide>
      <div className={styles['markets']}>
        {report.markets.map((market) => (
          <Market key={market.symbol} market={market} coin={report.coin} {...props} />
        ))}
      </div>
    </Panel>
  )
}

type MarketProps = Omit<MarketsPanelProps, 'report'> & { market: OperatorMarket; coin: string }

function Market({ market, coin, chainId, account, walletProblem, onDone }: MarketProps) {
  const { symbol, kind, prediction, problem, terms, lag } = market
  return (
    <article className={styles['market']} aria-label={`Market ${symbol}`}>
      <h3>
        {symbol} <State tone="quiet">{kind}</State> {terms && <BetsState terms={terms} />}
      </h3>
      {problem !== null && <p role="alert">{problem}</p>}
      <Rows>
        <Row name="Contract">
          <code title={prediction}>{formatAddress(prediction)}</code>
        </Row>
        <Row name="Newest block indexed">{lag === null ? 'none' : `${durationText(lag)} ago`}</Row>
        {terms && <Terms terms={terms} coin={coin} />}
      </Rows>
      {terms &&
        (isOwned(market, account) && account !== null ? (
          <MarketActions
            market={{ prediction, chainId }}
            terms={terms}
            coin={coin}
            account={account}
            onDone={onDone}
          />
        ) : (
          <p className={styles['hint']}>{walletProblem ?? ownerHint(market, account)}</p>
        ))}
    </article>
  )
}

/** Bullring's own contracts have one owner; the functions of others are not offered. */
function isOwned({ kind, terms }: OperatorMarket, account: Address | null): boolean {
  if (kind !== 'bullring' || account === null) return false
  return terms?.owners.some((owner) => isAddressEqual(owner, account)) ?? false
}

function ownerHint({ kind, terms }: OperatorMarket, account: Address | null): string {
  const owners = terms?.owners.map(formatAddress).join(', ')
  if (kind !== 'bullring') return `Its operators (${owners}) settle and change it elsewhere.`
  return account === null
    ? `Connect the owner’s wallet (${owners}) to change it.`
    : `Only its owner (${owners}) can change it.`
}

type TermsProps = { terms: NonNullable<OperatorMarket['terms']>; coin: string }

function Terms({ terms, coin }: TermsProps) {
  const { minimum, fee, next, collectable } = terms
  return (
    <>
      <Row name="Fee">
        {feeText(fee)}
        {next !== null && next.fee !== fee && `, ${feeText(next.fee)} from round ${next.epoch} on`}
      </Row>
      <Row name="Smallest bet">
        {minimum} {coin}
        {next !== null &&
          next.minimum !== minimum &&
          `, ${next.minimum} ${coin} from round ${next.epoch} on`}
      </Row>
      <Row name="Fees to collect">
        <b>
          {coinsText(collectable)} {coin}
        </b>
      </Row>
    </>
  )
}

function BetsState({ terms }: { terms: NonNullable<OperatorMarket['terms']> }) {
  if (terms.is_paused) return <State tone="bad">bets paused</State>
  return terms.paused_from === null ? (
    <State tone="good">bets open</State>
  ) : (
    <State tone="bad">paused from round {terms.paused_from} on</State>
  )
}
