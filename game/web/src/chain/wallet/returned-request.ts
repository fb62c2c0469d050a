import { toEpoch, toUnixSeconds, toWei } from '@bullring/prediction/units'
import { embeddedConnectorOf } from '@bullring/wallet-kit/embedded-connector'
import { type Address, type Hex, isAddress, isHash, RpcError } from 'viem'
import type { Config } from 'wagmi'
import * as z from 'zod/mini'
import { RETURN_KEY } from './leave-page.ts'

const Amount = z.pipe(
  z.string().check(z.regex(/^\d{1,78}$/)),
  z.transform((digits: string) => BigInt(digits)),
)
const Wei = z.pipe(Amount, z.transform(toWei))
const Epoch = z.pipe(
  Amount,
  z.transform((value: bigint) => toEpoch(value)),
)
const UnixSeconds = z.pipe(
  z.int(),
  z.transform((value: number) => toUnixSeconds(value)),
)
const AddressField = z.custom<Address>((value) => typeof value === 'string' && isAddress(value))
const Position = z.enum(['bull', 'bear'])

const Bet = z.object({
  kind: z.literal('bet'),
  /** Contract of the market. */
  prediction: AddressField,
  bet: z.object({
    account: AddressField,
    epoch: Epoch,
    position: Position,
    amount: Wei,
    /** Rounds whose payouts are collected with it. */
    collect: z.readonly(z.array(Epoch)),
  }),
})

const Claim = z.object({
  kind: z.literal('claim'),
  account: AddressField,
  parts: z.readonly(
    z.array(z.object({ prediction: AddressField, epochs: z.readonly(z.array(Epoch)) })),
  ),
  /** Whether the parts are calls that run as one. */
  isBatch: z.boolean(),
})

/** Outcomes of calls of the market's contract. */
export const AwaitedCall = z.discriminatedUnion('kind', [Bet, Claim])

const Awaited = z.discriminatedUnion('kind', [
  Bet,
  Claim,
  z.object({
    kind: z.literal('grant'),
    /** Of the session. */
    id: z.custom<Hex>((value) => typeof value === 'string' && isHash(value)),
    account: AddressField,
    chainId: z.int(),
    markets: z.readonly(z.tuple([AddressField], AddressField)),
    limits: z.object({
      stake: Wei,
      bets: z.int(),
      expiresAt: UnixSeconds,
    }),
    /** The bet in the first of the markets that the permission starts with. */
    first: z.nullable(z.object({ position: Position, epoch: Epoch })),
  }),
  z.object({
    kind: z.literal('revoke'),
    /** End of the permission for one-tap bets, if it is not revoked. */
    expiresAt: UnixSeconds,
  }),
  /** Of the player's coins to the smart account. */
  z.object({ kind: z.literal('move') }),
  /** Of the wallet's dialog. The approval of a token is the first part of a swap. */
  z.object({
    kind: z.literal('dialog'),
    what: z.enum(['transaction', 'approval', 'revocation']),
  }),
])
/** The outcome that a page which has left for the wallet waits for. */
export type Awaited = z.infer<typeof Awaited>

const Returned = z.object({ id: z.string(), awaited: Awaited })
export type Returned = z.infer<typeof Returned>

/** Returns what the page that was here waits for; null if it has not left for the wallet. */
export function readReturn(): Returned | null {
  try {
    return z.parse(Returned, JSON.parse(sessionStorage.getItem(RETURN_KEY) ?? ''))
  } catch {
    return null
  }
}

/**
 * Takes the outcome of the wallet, which there is once; null if the wallet cannot be asked, which says nothing about the
 * request: the chain decides then. Throws as the request would have.
 */
export async function takeOutcome(config: Config, id: string): Promise<unknown> {
  try {
    const wallet = await embeddedConnectorOf(config)?.loadWallet()
    if (wallet === undefined) return null
    const outcome = await wallet.takeOutcome(id)
    sessionStorage.removeItem(RETURN_KEY)
    return outcome
  } catch (error) {
    // Anything else comes from the way to the wallet.
    if (!(error instanceof RpcError)) return null
    sessionStorage.removeItem(RETURN_KEY)
    throw error
  }
}
