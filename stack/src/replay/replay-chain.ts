import { predictionAbi } from '@bullring/prediction/prediction-abi'
import type { Address, Hash, WalletClient } from 'viem'
import { createWalletClient, encodeFunctionData, http, parseAbi } from 'viem'
import type { HDAccount } from 'viem/accounts'
import type { LocalAccounts } from '../chain/local-accounts.ts'
import type { ReplayAction } from './interval-plan.ts'

/** Sends one action of the replay to the chain; resolves with the transaction's hash, before it is mined. */
export type SendAction = (action: ReplayAction) => Promise<Hash>

const feedAbi = parseAbi(['function push(int256 answer) returns (uint80)'])

/** More than any call of the replay needs; unused gas is not charged. */
const GAS_LIMIT = 400_000n
const GAS_PRICE = 1_000_000_000n

/** Connects the accounts of the replay (the oracle and the traders) to a chain. */
export function replaySender(
  rpcUrl: string,
  { prediction, oracle }: { prediction: Address; oracle: Address },
  accounts: LocalAccounts,
): SendAction {
  const transport = http(rpcUrl, { timeout: 10_000, retryCount: 0 })
  const wallet = (account: HDAccount) => createWalletClient({ account, transport })
  const oracleWallet = wallet(accounts.oracle)
  const traderWallets = accounts.traders.map(wallet)
  return (action) => {
    if (action.kind === 'price') {
      const data = encodeFunctionData({ abi: feedAbi, functionName: 'push', args: [action.price] })
      return send(oracleWallet, { to: oracle, data })
    }
    const trader = traderWallets[action.trader]
    if (trader === undefined) throw new Error(`There is no trader ${action.trader}`)
    const functionName = action.position === 'bull' ? 'betBull' : 'betBear'
    const data = encodeFunctionData({
      abi: predictionAbi,
      functionName,
      args: [BigInt(action.epoch)],
    })
    return send(trader, { to: prediction, data, value: action.amount })
  }
}

function send(
  wallet: WalletClient,
  call: { to: Address; data: Hash; value?: bigint },
): Promise<Hash> {
  const { account } = wallet
  if (account === undefined) throw new Error('The wallet has no account')
  return wallet.sendTransaction({
    ...call,
    account,
    chain: null,
    gas: GAS_LIMIT,
    gasPrice: GAS_PRICE,
  })
}
