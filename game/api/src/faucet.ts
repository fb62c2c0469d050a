import { AddressField, Decimal, HashField } from '@bullring/wire/fields'
import * as z from 'zod/mini'

/** POST /api/faucet: test coins for an account, on a local chain only (404 elsewhere). */

/** Body of the request. */
export const FaucetRequest = z.object({ user_address: AddressField })

/** The amount sent, in BNB. */
export const FaucetResponse = z.object({ amount: Decimal, tx_hash: HashField })
export type FaucetResponse = z.infer<typeof FaucetResponse>
