import { ensureDatabase } from '@bullring/stack/database/ensure-database'
import { startTemporaryPostgres } from '@bullring/stack/database/temporary-postgres'
import { startProgram } from '@bullring/stack/testing/start-program'
import { type Address, encodeFunctionData, erc20Abi, parseEther } from 'viem'
import { testVariables } from '../src/testing/start-test-wallet.ts'
import { startTestChain, TEST_CHAIN, type TestChain } from '../src/testing/test-chain.ts'
import { openTestExchange, type TestExchange } from '../src/testing/test-exchange.ts'

export const TOKENS = 50
/** Has some of each token. */
export const HOLDER = '0x00000000000000000000000000000000DeaDBeef'

/** The wallet service in a child process, with a local chain and a database. */
export type BenchWallet = {
  url: string
  /** Processes of the service and of the PostgreSQL server. */
  pids: { wallet: number; postgres: number }
  exchange: TestExchange
  [Symbol.asyncDispose]: () => Promise<void>
}

export async function openBenchWallet(): Promise<BenchWallet> {
  await using resources = new AsyncDisposableStack()
  const postgres = await startTemporaryPostgres({ isDurable: true })
  resources.defer(postgres.stop)
  await ensureDatabase(postgres.adminUrl, 'wallet_bench')
  const chain = await startTestChain()
  resources.defer(chain.stop)
  const exchange = await openTestExchange(chain)
  // Besides them, the list has the wrapped coin and the three tokens of the exchange.
  const tokens = await deployTokens(chain, TOKENS - 4)
  const databaseUrl = postgres.databaseUrl('wallet_bench')
  const env = testVariables(chain, databaseUrl, variables(exchange, tokens))
  const program = new URL('./unlimited-wallet.ts', import.meta.url)
  const { url, child: wallet } = await startProgram(program, { PATH: '/usr/bin:/bin', ...env })
  resources.defer(() => wallet.stop())
  const rest = resources.move()
  return {
    url,
    pids: { wallet: wallet.pid, postgres: postgres.child.pid },
    exchange,
    [Symbol.asyncDispose]: () => rest.disposeAsync(),
  }
}

type Listed = { address: Address; symbol: string; decimals: number }

async function deployTokens(chain: TestChain, count: number): Promise<Listed[]> {
  const tokens: Listed[] = []
  for (let index = 0; index < count; index += 1) {
    const symbol = `T${index}`
    const address = await chain.deploy('MockToken', [symbol, symbol, 18, parseEther('1000')])
    const call = { abi: erc20Abi, functionName: 'transfer', args: [HOLDER, 5n] } as const
    await chain.send({ to: address, data: encodeFunctionData(call) })
    tokens.push({ address, symbol, decimals: 18 })
  }
  return tokens
}

function variables(exchange: TestExchange, tokens: readonly Listed[]): Record<string, string> {
  const { id: chainId } = TEST_CHAIN
  const wrapped = { address: exchange.wrappedCoin, symbol: 'WBNB', decimals: 18 }
  const listed = [wrapped, ...exchange.tokens, ...tokens].map(({ address, symbol, decimals }) => ({
    chainId,
    address,
    name: symbol,
    symbol,
    decimals,
    wrapsCoin: symbol === 'WBNB',
    isHub: symbol === 'PLAYUSD',
  }))
  return {
    WALLET_TOKENS: JSON.stringify(listed),
    WALLET_ROUTERS: `${chainId}=${exchange.router}`,
    WALLET_PRICE_FEEDS: `${chainId}=${exchange.feed}`,
    RATE_LIMIT_PER_MINUTE: '1000000',
  }
}
