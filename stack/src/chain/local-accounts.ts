import type { HDAccount } from 'viem/accounts'
import { mnemonicToAccount } from 'viem/accounts'
import { bytesToHex } from 'viem/utils'
import { LOCAL_MNEMONIC } from './anvil.ts'

/** The local chain's accounts by role. Their keys are public: local chain only. */
export type LocalAccounts = {
  owner: HDAccount
  oracle: HDAccount
  keeper: HDAccount
  faucet: HDAccount
  /** Deploys the exchange and provides its liquidity; sends nothing else, so that its addresses are fixed. */
  exchange: HDAccount
  /** Trades on the exchange. */
  exchangeTrader: HDAccount
  /** Sells coins for play money. */
  seller: HDAccount
  /** Deploys and owns the resolver of names; sends nothing else, so that its address is fixed. */
  names: HDAccount
  /** Deploys the collectibles and gives one to each newcomer. */
  collectibles: HDAccount
  /** Deploys the contracts of smart accounts and pays for their operations. */
  relayer: HDAccount
  traders: readonly HDAccount[]
}

const FIRST_TRADER = 4
const NAMES = 16
const EXCHANGE = 17
const SELLER = 19
/** These are not among the accounts that anvil funds. */
const COLLECTIBLES = 20
const RELAYER = 21

/** Derives the accounts of the local chain. */
export function localAccounts(traderCount: number): LocalAccounts {
  const account = (addressIndex: number) => mnemonicToAccount(LOCAL_MNEMONIC, { addressIndex })
  return {
    owner: account(0),
    oracle: account(1),
    keeper: account(2),
    faucet: account(3),
    exchange: account(EXCHANGE),
    exchangeTrader: account(EXCHANGE + 1),
    seller: account(SELLER),
    names: account(NAMES),
    collectibles: account(COLLECTIBLES),
    relayer: account(RELAYER),
    traders: Array.from({ length: traderCount }, (_, index) => account(FIRST_TRADER + index)),
  }
}

/** Returns the private key of a local account. */
export function privateKeyOf(account: HDAccount): string {
  const key = account.getHdKey().privateKey
  if (key === null) throw new Error('The account has no private key')
  return bytesToHex(key)
}
