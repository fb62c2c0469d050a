import * as z from 'zod/mini'
import file from './account-contracts.json' with { type: 'json' }

/** The code of `CREATE2_DEPLOYER` at another address; Safe 1.4.1 was deployed through it. */
export const SAFE_DEPLOYER = '0x914d7Fec6aaC8cd542e72Bca78B30650d45643d7'

const Hex = z.templateLiteral(['0x', z.string()])

/** Published contracts of smart accounts, in the order of their deployment. */
export const ACCOUNT_CONTRACTS = z.parse(
  z.array(
    z.object({
      name: z.string(),
      address: Hex,
      deployer: Hex,
      salt: Hex,
      /** Hash of the creation code. */
      hash: Hex,
      creationCode: Hex,
    }),
  ),
  file.contracts,
)

export type AccountContract = (typeof ACCOUNT_CONTRACTS)[number]
