import type { AppConfig, MarketConfig } from '@bullring/game-api/config'
import { pancakePredictionAbi } from '@bullring/prediction/pancake-prediction-abi'
import { predictionAbi } from '@bullring/prediction/prediction-abi'
import type { Address } from 'viem'
import { CodeBlock } from './code-block.tsx'
import styles from './developers.module.css'
import { Section } from './section.tsx'

const ABIS = {
  bullring: { name: 'ABI of our markets', abi: predictionAbi },
  'pancake-v2': { name: 'ABI of PancakePredictionV2', abi: pancakePredictionAbi },
} as const

/** The chain, the contracts of the markets and their ABI. */
export function ContractsPanel({ chain, markets }: Pick<AppConfig, 'chain' | 'markets'>) {
  const kinds = new Set(Object.values(markets).map(({ kind }) => kind))
  return (
    <Section id="contracts" title="Contracts">
      <p>
        {chain.name}, chain id {chain.id}. The same facts as JSON:{' '}
        <a href="/config.json">/config.json</a>
      </p>
      <dl className={styles['fields']}>
        {Object.entries(markets).map(([symbol, market]) => (
          <Market key={symbol} symbol={symbol} market={market} explorerUrl={chain.explorerUrl} />
        ))}
      </dl>
      {[...kinds].map((kind) => (
        <Abi key={kind} {...ABIS[kind]} />
      ))}
    </Section>
  )
}

type MarketProps = { symbol: string; market: MarketConfig; explorerUrl: string | null }

function Market({ symbol, market, explorerUrl }: MarketProps) {
  return (
    <>
      <div>
        <dt>{symbol}, market</dt>
        <dd>
          <ContractAddress address={market.prediction} explorerUrl={explorerUrl} />
        </dd>
      </div>
      <div>
        <dt>{symbol}, price feed</dt>
        <dd>
          <ContractAddress address={market.oracle} explorerUrl={explorerUrl} />
        </dd>
      </div>
    </>
  )
}

type ContractAddressProps = { address: Address; explorerUrl: string | null }

function ContractAddress({ address, explorerUrl }: ContractAddressProps) {
  if (explorerUrl === null) return <code>{address}</code>
  return (
    <a href={`${explorerUrl}/address/${address}`} target="_blank" rel="noreferrer">
      <code>{address}</code>
    </a>
  )
}

function Abi({ name, abi }: (typeof ABIS)[MarketConfig['kind']]) {
  return (
    <details className={styles['operation']}>
      <summary>{name}</summary>
      <div className={styles['description']}>
        <CodeBlock name={name} code={JSON.stringify(abi, null, 1)} isLong />
      </div>
    </details>
  )
}
