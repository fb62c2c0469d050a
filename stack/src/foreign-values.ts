import { findPublicChain } from '@bullring/wire/chain/public-chain'

type Env = Readonly<Record<string, string | undefined>>

/** Variables that other software sets too, with the values that can be meant for us. */
const SHARED: Readonly<Record<string, RegExp>> = {
  // Kubernetes and Docker links set `tcp://…`.
  PORT: /^\d+$/,
  RELAY: /^(?:on|off|auto)$/,
  // Other software has levels such as `INFO`.
  LOG_LEVEL: /^(?:trace|debug|info|warn|error|silent)$/,
}

/** The same for a local chain. */
const SHARED_ON_LOCAL_CHAIN: Readonly<Record<string, RegExp>> = {
  // Chains of other kinds have names.
  CHAIN_ID: /^\d+$/,
  // Names that scripts of many machines use.
  BACKUP_DIR: /^\/./,
  BACKUP_KEY: /^AGE-SECRET-KEY-1/,
  // Other products use MySQL, or a file.
  DATABASE_URL: /^postgres(?:ql)?:\/\//,
  RPC_URL: /^https?:\/\/./,
  START_BLOCK: /^\d+$/,
}

/**
 * Returns the names of variables that this machine sets for other software: their values cannot be meant for `npm start`.
 * For a public chain only those count that change neither chain nor data: a typing error in `RPC_URL` or `DATABASE_URL`
 * must not start something other than the operator's, with money at stake. Names that only we use are never foreign.
 *
 * @param env - Without empty variables.
 */
export function foreignValues(env: Env): readonly string[] {
  const foreign = mismatches(env, SHARED)
  return meansPublicChain(env) ? foreign : [...foreign, ...mismatches(env, SHARED_ON_LOCAL_CHAIN)]
}

/** A public chain is meant by its number, and by a node beside a CHAIN_ID that is no number. */
function meansPublicChain({ CHAIN_ID, RPC_URL }: Env): boolean {
  if (CHAIN_ID === undefined) return false
  if (/^\d+$/.test(CHAIN_ID)) return findPublicChain(Number(CHAIN_ID)) !== null
  return RPC_URL !== undefined
}

function mismatches(env: Env, patterns: Readonly<Record<string, RegExp>>): string[] {
  return Object.keys(patterns).filter((name) => {
    const value = env[name]
    return value !== undefined && !patterns[name]?.test(value)
  })
}
