import { boundedFetch } from '@bullring/server/chain/bounded-fetch'
import { broken, type Check, on } from '../finding.ts'

const CAPABILITY = 'clock'
const SETTING = 'timedatectl set-ntp true'
/** A whole second of the Date header, and one for the way. Codes and signatures expire after minutes. */
const MOST_SECONDS = 5
const TIMEOUT_MS = 6_000
const ASK_CHAIN = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })

/** Compares the clock of this machine with that of a node's server. */
export function checkClock(nodeUrl: string, now: () => number = Date.now): Check {
  return {
    capability: CAPABILITY,
    run: async (signal) => {
      const headers = { 'content-type': 'application/json' }
      const init = { method: 'POST', headers, body: ASK_CHAIN, signal }
      const response = await boundedFetch(nodeUrl, init, TIMEOUT_MS, () => undefined)
      const date = Date.parse(response.headers.get('date') ?? '')
      if (Number.isNaN(date)) return [on(CAPABILITY, 'not compared: the node sends no date')]
      const seconds = Math.round((now() - date) / 1_000)
      const text = `${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead of'} that of the node`
      return [
        Math.abs(seconds) > MOST_SECONDS ? broken(CAPABILITY, text, SETTING) : on(CAPABILITY, text),
      ]
    },
  }
}
