import { PermissionRequest } from '@bullring/accounts-api/sessions/permissions'
import { InvalidRequestError } from '@bullring/approval/errors'
import { predictionAbi } from '@bullring/prediction/prediction-abi'
import type { Session } from '@bullring/smart-account/session'
import type { KnownMarket } from '@bullring/wire/chain/known-market'
import { type Address, getAbiItem, type Hex, isAddressEqual, slice, toFunctionSelector } from 'viem'
import * as z from 'zod/mini'
import { NotSupportedError } from '#frame-errors.ts'
import { readChain } from '#sdk/chain-id.ts'

/** A week: longer than anyone remembers what they allowed. */
const MAX_SECONDS = 7 * 24 * 3_600

/** Methods that a key may call. What `claim` pays goes to the account itself. */
const METHODS = ['betBull', 'betBear', 'claim'] as const
type MethodName = (typeof METHODS)[number]

/** A session that an app requests. */
export type RequestedGrant = {
  session: Session
  /** Symbols of the markets whose contracts the key may call. */
  markets: readonly string[]
  canBet: boolean
  canClaim: boolean
}

type Context = {
  account: Address
  chainId: number
  markets: readonly KnownMarket[]
  nowS: number
}

/**
 * Reads the session that `wallet_grantPermissions` (ERC-7715) requests.
 *
 * @throws {InvalidRequestError} when a field is malformed, or it is for another account or chain.
 * @throws {NotSupportedError} for a method other than bets and claims of the game's markets.
 */
export function readGrant(params: readonly unknown[], context: Context): RequestedGrant {
  const request = parseRequest(params)
  requireSame(request, context)
  if (request.expiry <= context.nowS || request.expiry > context.nowS + MAX_SECONDS) {
    throw new InvalidRequestError('Permissions must end in the future, within a week.')
  }
  const allowed = request.permissions.flatMap(({ data }) => readMethods(data, context))
  const names = new Set(allowed.map(({ name }) => name))
  return {
    session: {
      key: keyOf(request),
      ...limitsOf(request),
      expiresAt: request.expiry,
      methods: allowed.map(({ to, selector }) => ({ to, selector })),
    },
    markets: [...new Set(allowed.map(({ symbol }) => symbol))],
    canBet: names.has('betBull') || names.has('betBear'),
    canClaim: names.has('claim'),
  }
}

function parseRequest([fields, ...others]: readonly unknown[]): PermissionRequest {
  if (others.length > 0) throw new InvalidRequestError('Request one session at a time.')
  const parsed = z.safeParse(PermissionRequest, fields)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const reason = `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim()
  throw new InvalidRequestError(`These permissions cannot be granted: ${reason}`)
}

function requireSame({ chainId, address }: PermissionRequest, context: Context): void {
  if (readChain(chainId) !== context.chainId) {
    throw new InvalidRequestError('The permissions are for another network than the selected one.')
  }
  if (address !== undefined && !isAddressEqual(address, context.account)) {
    throw new InvalidRequestError('The permissions are for another account.')
  }
}

type ContractCall = PermissionRequest['permissions'][number]['data']
type AllowedMethod = { to: Address; selector: Hex; name: MethodName; symbol: string }

function readMethods(
  { address, functions }: ContractCall,
  { chainId, markets }: Context,
): readonly AllowedMethod[] {
  const market = markets.find(
    (known) =>
      known.chainId === chainId &&
      // The other kind refuses accounts that are contracts.
      known.kind === 'bullring' &&
      isAddressEqual(known.prediction as Address, address),
  )
  return functions.map(({ functionName }) => {
    const name = METHODS.find((method) => method === functionName)
    if (market === undefined || name === undefined) {
      throw new NotSupportedError(
        `A site can be permitted to bet and collect in the game’s markets only, not to call ${functionName} of ${address}.`,
      )
    }
    const selector = toFunctionSelector(getAbiItem({ abi: predictionAbi, name }))
    return { to: market.prediction as Address, selector, name, symbol: market.symbol }
  })
}

function keyOf({ signer }: PermissionRequest): Session['key'] {
  const { publicKey } = signer.type === 'key' ? signer.data : signer.data.keys[0]
  return { x: slice(publicKey, 1, 33), y: slice(publicKey, 33) }
}

function limitsOf({ policies }: PermissionRequest) {
  const coins = policies.find(({ type }) => type === 'native-token-limit')
  const rate = policies.find(({ type }) => type === 'rate-limit')
  if (coins?.type !== 'native-token-limit' || rate?.type !== 'rate-limit') {
    throw new InvalidRequestError('Permissions need a native-token-limit and a rate-limit.')
  }
  const { perCall, total } = coins.data
  if (perCall > total) throw new InvalidRequestError('The limit per call is above the total.')
  return {
    valuePerCall: perCall,
    totalValue: total,
    callsPerPeriod: rate.data.count,
    period: rate.data.interval,
  }
}
