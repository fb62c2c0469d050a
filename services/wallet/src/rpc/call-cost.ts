import { JsonRpcCall } from '@bullring/wire/blockchain-api/json-rpc'
import * as z from 'zod/mini'
import { simulatedCalls } from './simulation-size.ts'

/** Calls that nodes answer by scanning or executing much more than one item. */
const EXPENSIVE_METHODS: ReadonlySet<string> = new Set([
  'eth_createAccessList',
  'eth_getBlockReceipts',
  'eth_getLogs',
  'eth_getProof',
])

/** What such a call counts against a caller's limit; providers charge about as much. */
const EXPENSIVE = 20

/** Returns what a call, as received, counts against its caller's limit. Each simulated call counts as an expensive one. */
export function callCost(call: unknown): number {
  const parsed = z.safeParse(JsonRpcCall, call)
  if (!parsed.success) return 1
  const { method, params } = parsed.data
  if (method === 'eth_simulateV1') return EXPENSIVE * simulatedCalls(params)
  return EXPENSIVE_METHODS.has(method) ? EXPENSIVE : 1
}
