import type { Address, Hash } from 'viem'
import { isHash } from 'viem'
import * as z from 'zod'
import { ExplorerAddress } from '../chain/read-explorer.ts'

const Whole = z.string().regex(/^\d+$/).transform(Number)

/** Empty for none. */
const MaybeAddress = z.union([z.literal('').transform(() => null), ExplorerAddress]).optional()

const Row = z
  .object({
    blockNumber: Whole,
    timeStamp: Whole,
    hash: z.custom<Hash>((value) => typeof value === 'string' && isHash(value)),
    from: ExplorerAddress,
    to: MaybeAddress,
    value: z.string().regex(/^\d+$/).transform(BigInt),
    nonce: Whole.optional(),
    contractAddress: MaybeAddress,
    isError: z.enum(['0', '1']).optional(),
    tokenSymbol: z.string().optional(),
  })
  .transform(({ isError, tokenSymbol, to, contractAddress, ...row }) => ({
    ...row,
    to: to ?? contractAddress ?? null,
    contractAddress: contractAddress ?? null,
    isError: isError === '1',
    isToken: tokenSymbol !== undefined,
  }))

/** A row of any list of an explorer: a transaction, a value a contract sent, or a token transfer. */
export type ExplorerRow = z.output<typeof Row> & { to: Address | null }

/** Reply of an explorer's API. For limits and errors, `result` is a text. */
export const ExplorerReply = z.object({ result: z.array(Row) })
