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
    /** Missing in lists of NFTs. */
    value: z.string().regex(/^\d+$/).transform(BigInt).optional(),
    nonce: Whole.optional(),
    contractAddress: MaybeAddress,
    isError: z.enum(['0', '1']).optional(),
    tokenSymbol: z.string().optional(),
    tokenID: z
      .string()
      .regex(/^\d{1,78}$/)
      .transform(BigInt)
      .optional(),
    /** Quantity, for ERC-1155 only. */
    tokenValue: z
      .string()
      .regex(/^\d{1,78}$/)
      .transform(BigInt)
      .optional(),
  })
  .transform(({ isError, tokenSymbol, tokenID, tokenValue, to, contractAddress, ...row }) => ({
    ...row,
    value: tokenValue ?? row.value ?? 1n,
    tokenId: tokenID ?? null,
    standard: tokenValue === undefined ? ('ERC721' as const) : ('ERC1155' as const),
    to: to ?? contractAddress ?? null,
    contractAddress: contractAddress ?? null,
    isError: isError === '1',
    isToken: tokenSymbol !== undefined,
  }))

/** A row of any list of an explorer: a transaction, a value a contract sent, or a transfer of a token or an NFT. */
export type ExplorerRow = z.output<typeof Row> & { to: Address | null }

/** Reply of an explorer's API. For limits and errors, `result` is a text. */
export const ExplorerReply = z.object({ result: z.array(Row) })
