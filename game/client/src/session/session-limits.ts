import { MAX_SESSION_METHODS } from '@bullring/accounts-api/sessions/session-fields'
import type { UnixSeconds, Wei } from '@bullring/prediction/units'
import type { Session } from '@bullring/smart-account/session'
import {
  type Address,
  concatHex,
  getAbiItem,
  type Hex,
  numberToHex,
  toFunctionSelector,
} from 'viem'
import { playerAbi } from '../chain/market-calls.ts'

/** The limits that a player chooses. */
export type ChosenLimits = {
  /** Stake of each bet. */
  stake: Wei
  /** Number of bets. */
  bets: number
  expiresAt: UnixSeconds
}

/** Functions that a key may call. Payouts of `claim` go to the account itself. */
const METHODS = ['betBull', 'betBear', 'claim'] as const

/** More than a player needs in a minute. A faster caller is no player. */
const CALLS_PER_PERIOD = 10
const PERIOD_SECONDS = 60

/** Markets whose methods fit into one session. */
export const MAX_MARKETS = Math.floor(MAX_SESSION_METHODS / METHODS.length)

/** Returns the session that a player with these limits grants to a key. */
export function sessionOf(
  { stake, bets, expiresAt }: ChosenLimits,
  key: Session['key'],
  markets: readonly Address[],
): Session {
  return {
    key,
    valuePerCall: stake,
    totalValue: stake * BigInt(bets),
    callsPerPeriod: CALLS_PER_PERIOD,
    period: PERIOD_SECONDS,
    expiresAt,
    methods: markets.flatMap((to) =>
      METHODS.map((name) => ({
        to,
        selector: toFunctionSelector(getAbiItem({ abi: playerAbi, name })),
      })),
    ),
  }
}

/** Returns the parameter of `wallet_grantPermissions` (ERC-7715) that requests a session of {@link sessionOf}. */
export function permissionRequest(
  session: Session,
  { account, chainId }: { account: Address; chainId: number },
): Readonly<Record<string, unknown>> {
  const { key, valuePerCall, totalValue, callsPerPeriod, period, expiresAt } = session
  const publicKey = concatHex(['0x04', key.x, key.y])
  const markets = new Set(session.methods.map(({ to }) => to))
  return {
    chainId: numberToHex(chainId),
    address: account,
    expiry: expiresAt,
    signer: { type: 'key', data: { type: 'secp256r1', publicKey } },
    permissions: [...markets].map(contractCall),
    policies: [
      {
        type: 'native-token-limit',
        data: { perCall: numberToHex(valuePerCall), total: numberToHex(totalValue) },
      },
      { type: 'rate-limit', data: { count: callsPerPeriod, interval: period } },
    ],
  }
}

function contractCall(address: Hex) {
  const functions = METHODS.map((functionName) => ({ functionName }))
  return { type: 'contract-call', data: { address, functions } }
}
