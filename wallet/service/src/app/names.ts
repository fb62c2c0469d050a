import { findCause } from '@bullring/errors/find-cause'
import { clientIp } from '@bullring/server/http/client-ip'
import type { LimitFactory } from '@bullring/server/limits/open-limits'
import type { Context } from 'hono'
import type { Address } from 'viem'
import { NodesUnreachableError, UnknownChainError } from '../chain/errors.ts'
import type { WalletConfig } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Metrics } from '../metrics/create-metrics.ts'
import type { NameGateway } from '../names/gateway.operations.ts'
import { createNameRegistry } from '../names/name-registry.ts'
import type { NamesDeps } from '../names/names.operations.ts'
import { verifySignature } from '../sign-in/verify-signature.ts'
import type { ServedChain } from './served-chains.ts'

/** Attempts to register from one IP address: each may cost calls to a node. */
const ATTEMPTS_PER_MINUTE = 20

/** Registrations and changes that one account signs. */
const REGISTRATIONS_PER_MINUTE = 5

type Deps = {
  config: Pick<WalletConfig, 'nameZone' | 'nameSignerKey' | 'limits' | 'mainChainId' | 'http'>
  db: Database
  chains: ReadonlyMap<number, ServedChain>
  metrics: Pick<Metrics, 'nameRegistration'>
  limits: LimitFactory
}

/** Creates the register of names. Without a zone, there is none. */
export function createNames({
  config,
  db,
  chains,
  metrics,
  limits,
}: Deps): Omit<NamesDeps, 'linkFor'> & { gateway: NameGateway | null } {
  const { nameZone: zone, nameSignerKey: key } = config
  const ipOf = (c: Context) => clientIp(c, config.http.proxies)
  const callers = limits.rateLimiter('names', ATTEMPTS_PER_MINUTE)
  const accounts = limits.rateLimiter('name-accounts', REGISTRATIONS_PER_MINUTE)
  const registry =
    zone === null
      ? null
      : createNameRegistry({
          db,
          zone,
          nowMs: Date.now,
          verify: (chainId, signed) => {
            const chain = chains.get(chainId)
            if (chain === undefined) throw new UnknownChainError(chainId)
            return verifySignature(chain.rpc, chain.identity, signed)
          },
          hasPaidGas: (address) => hasNonce(chains.get(config.mainChainId), address),
          namesPerDayAndIp: config.limits.namesPerDayAndIp,
          takeRegistration: (address) => accounts.take(address, Date.now()),
        })
  const lookup = registry && {
    zone: registry.zone,
    byLabel: registry.findLabel,
    byAddress: registry.findOf,
  }
  return {
    registry,
    gateway: lookup && key && { lookup, key, nowMs: Date.now },
    ipOf,
    take: (c: Context) => callers.take(ipOf(c), Date.now()),
    onRegistration: metrics.nameRegistration,
  }
}

/**
 * The nonce of a key counts the transactions that it has sent. A contract's nonce begins at 1 (EIP-161).
 *
 * @throws {NodesUnreachableError}
 */
async function hasNonce(chain: ServedChain | undefined, address: Address): Promise<boolean> {
  if (chain === undefined) return false
  try {
    return (await chain.client.getTransactionCount({ address })) > 0
  } catch (error) {
    if (findCause(error, NodesUnreachableError)) throw new NodesUnreachableError()
    throw error
  }
}
