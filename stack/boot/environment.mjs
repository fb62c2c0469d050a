import { delimiter, dirname } from 'node:path'
import { withNpmSettings } from './npm-settings.mjs'

/**
 * Variables that change what the programs we run do, and that this machine sets for others: builds, tests and React
 * choose NODE_ENV where none is set, Foundry's variables would change the contracts' code, and libpq's the connections
 * to our database, but not those of the services.
 */
const FOREIGN = /^(?:NODE_ENV|(?:DAPP|FOUNDRY)_\w+|PG[A-Z]+)$/

/** Returns the environment of a program that runs with `node`: this one's, without what is meant for others. */
export function environment(node) {
  const folder = dirname(node)
  const own = Object.entries(process.env).filter(([name]) => !FOREIGN.test(name))
  const env = withNpmSettings(Object.fromEntries(own), dirname(folder))
  const path = `${folder}${delimiter}${process.env.PATH ?? ''}`
  return { ...env, PATH: path, no_proxy: withoutProxy(env), NO_PROXY: withoutProxy(env) }
}

/** Node sends requests through the proxies of the environment if NODE_USE_ENV_PROXY is set, those to this machine too. */
function withoutProxy({ no_proxy: lower, NO_PROXY: upper }) {
  return [lower ?? upper ?? '', '127.0.0.1', 'localhost'].filter((host) => host !== '').join()
}
