import * as z from 'zod/mini'
import { bytesField } from '../byte-fields.ts'

/** Id of a wallet, generated in the frame. */
export const WalletIdField = z.uuid()

/** Solana address: 32 bytes in base58. */
export const SolanaAddress = z
  .string()
  .check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, 'not a Solana address'))

/** Session token. */
export const TokenField = bytesField(32)

/** Body of requests that need no more than the signature and the session. */
export const EmptyRequest = z.object({})
