import * as z from 'zod/mini'

/** Chain of a message: a number for EVM chains, CAIP-2 text such as `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp` otherwise. */
export const FrameChainId = z.union([z.string(), z.number()])
export type FrameChainId = z.infer<typeof FrameChainId>

const FrameAccount = z.object({ address: z.string(), type: z.enum(['eoa', 'smartAccount']) })

/** The account of a login, as `GET_USER` and `CONNECT_SOCIAL` return it. `accounts[0]` is the active one. */
export const FrameUser = z.object({
  address: z.string(),
  chainId: FrameChainId,
  email: z.optional(z.nullable(z.email())),
  smartAccountDeployed: z.optional(z.boolean()),
  accounts: z.optional(z.array(FrameAccount)),
  preferredAccountType: z.optional(z.string()),
})
export type FrameUser = z.infer<typeof FrameUser>

/** The account of a social login. */
export const FrameSocialUser = z.extend(FrameUser, {
  userName: z.optional(z.nullable(z.string())),
})
export type FrameSocialUser = z.infer<typeof FrameSocialUser>
