import { EXPENSIVE_CALL } from '@bullring/server/limits/expensive-call'
import { JsonRpcCall } from '@bullring/wallet-api/blockchain-api/json-rpc'
import * as z from 'zod/mini'
import { simulatedCalls } from './simulation-size.ts'

/** Calls that nodes answer by scanning or executing much more than one item. */
const EXPENSIVE_METHODS: ReadonlySet<string> = new Set([
  'eth_createAccessList',
  'eth_getBlockReceipts',
  'eth_getLogs',
  'eth_getProof',
])

/** Bytes of replies that a request may have for the cost of its calls. */
const BYTES_PER_UNIT = 64 * 1_024

/** Returns the cost of a request's replies besides its calls: long ones cost a node, and us, as much as expensive calls. */
export function replyCost(bytes: number): number {
  return EXPENSIVE_CALL * Math.floor(bytes / BYTES_PER_UNIT)
}

/** Returns the count of a call, as received, against its caller's limit. Each simulated call counts as an expensive one. */
export function callCost(call: unknown): number {
  const parsed = z.safeParse(JsonRpcCall, call)
  if (!parsed.success) return 1
  const { method, params } = parsed.data
  if (method === 'eth_simulateV1') return EXPENSIVE_CALL * simulatedCalls(params)
  return EXPENSIVE_METHODS.has(method) ? EXPENSIVE_CALL : 1
}
