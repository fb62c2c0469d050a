import type { KnownMarket } from '@bullring/wire/chain/known-market'
import type { Address } from 'viem'
import { decodeCall, isUnclear, movesTokens } from '../decode/decode-call.ts'
import type { RequestedTransaction } from '../decode/requested-transaction.ts'
import type { TransactionSubject } from '../request.ts'
import type { TokenName } from '../text/coin.ts'
import { type ChainRequest, createChainClient } from './chain-client.ts'
import { readCoinPrice } from './coin-price.ts'
import { type PreparedTransaction, prepareTransaction } from './prepare-transaction.ts'
import { readToken } from './read-token.ts'
import { roundToClose } from './round-to-close.ts'
import { type Simulation, simulateCalls } from './simulate-call.ts'

/** Facts about a transaction that come from the chain. */
export type TransactionDetails = {
  prepared: PreparedTransaction
  /** The token that the call moves; null when none, or when it does not describe itself. */
  token: TokenName
  /** USD price of the chain's coin with 8 decimals; null when unknown. */
  coinPrice: bigint | null
  /** The simulation of a call that the wallet cannot decode; null for others. */
  simulation: Simulation | null
}

type Sender = {
  account: Address
  chainId: number
  /** The game's contracts, whose calls the wallet knows. */
  markets: readonly KnownMarket[]
}

/** Decodes a transaction, and reads its details from the chain when the view needs them. */
export function toTransactionSubject(
  requested: RequestedTransaction,
  { account, chainId, markets }: Sender,
  chain: ChainRequest,
): TransactionSubject {
  const { to, value, data } = requested
  const call = decodeCall(requested, { chainId, markets, account })
  const client = createChainClient(chain)
  const readCall = async () => {
    const token = movesTokens(call) && to ? await readToken(client, to) : null
    if (!isUnclear(call, token)) return { token, simulation: null }
    const calls = [requested]
    return { token, simulation: await simulateCalls(chain, client, { account, calls }) }
  }
  const load = async (): Promise<TransactionDetails> => {
    const [prepared, coinPrice, { token, simulation }] = await Promise.all([
      prepareTransaction(client, chainId, account, requested),
      readCoinPrice(client, chainId, markets),
      readCall(),
    ])
    return { prepared, coinPrice, token, simulation }
  }
  const round = roundToClose(client, { to, call })
  return { kind: 'transaction', call, to, value, data, round, load }
}
