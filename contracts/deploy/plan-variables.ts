import * as z from 'zod/mini'

/** The configuration of a deployment is invalid. Names the invalid variables, but no values. */
export class InvalidPlanError extends Error {
  override readonly name = 'InvalidPlanError'
}

export const HexAddress = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address'))
export const Whole = z.string().check(z.regex(/^\d{1,15}$/, 'must be a whole number'))
export const Decimal = z.string().check(z.regex(/^\d+(\.\d{1,18})?$/, 'must be a decimal number'))

const PrivateKey = z
  .string()
  .check(z.regex(/^0x[0-9a-fA-F]{64}$/, 'must be a 32-byte key in hex with 0x'))

/** Variables of every deployment. */
export const DeployVariables = {
  CHAIN_ID: Whole,
  RPC_URL: z.url('must be a URL'),
  OWNER_ADDRESS: HexAddress,
  DEPLOYER_PRIVATE_KEY: z.optional(PrivateKey),
}

/**
 * Parses variables. An empty one counts as absent.
 *
 * @throws {InvalidPlanError} naming every invalid variable.
 */
export function readVariables<schema extends z.core.$ZodType>(
  variables: schema,
  env: Readonly<Record<string, string | undefined>>,
): z.output<schema> {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const result = z.safeParse(variables, set)
  if (result.success) return result.data
  const issues = result.error.issues.map(
    ({ path, message }) =>
      `${path.join('.')} ${set[String(path[0])] === undefined ? 'is missing' : message}`,
  )
  throw new InvalidPlanError(`Invalid configuration: ${issues.join('; ')}.`)
}
