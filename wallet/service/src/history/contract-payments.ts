import { type Address, getAddress, type Hex, isAddress, numberToHex, RpcRequestError } from 'viem'
import * as z from 'zod/mini'
import type { RpcClient } from '../chain/rpc-client.ts'

/** Coins that a contract sent while a transaction ran. */
export type ContractPayment = { txIndex: number; from: Address; to: Address; amount: bigint }

const AddressText = z.pipe(
  z.string().check(z.refine((text) => isAddress(text, { strict: false }))),
  z.transform((text) => getAddress(text)),
)

const Trace = z.object({
  transactionPosition: z.number(),
  traceAddress: z.array(z.number()),
  error: z.nullish(z.string()),
  action: z.object({
    callType: z.optional(z.string()),
    from: z.optional(AddressText),
    to: z.optional(AddressText),
    value: z.optional(z.string()),
  }),
})
type Trace = z.infer<typeof Trace>

type TraceBlock = { Method: 'trace_block'; Parameters: [Hex]; ReturnType: unknown }

/** Reads the payments of contracts in a block. Empty on a node that has no traces: histories then lack such payments. */
export async function readContractPayments(
  client: RpcClient,
  block: number,
): Promise<readonly ContractPayment[]> {
  try {
    const params: [Hex] = [numberToHex(block)]
    const traces = await client.request<TraceBlock>({ method: 'trace_block', params })
    return toPayments(z.parse(z.array(Trace), traces))
  } catch (error) {
    if (error instanceof RpcRequestError) return []
    throw error
  }
}

function toPayments(traces: readonly Trace[]): ContractPayment[] {
  const reverted = traces.filter(({ error }) => error)
  return traces.flatMap((trace) => {
    const { transactionPosition: txIndex, traceAddress, action } = trace
    const { callType, from, to, value = '0x0' } = action
    // Only plain calls carry coins. The outermost one is the transaction itself.
    const isCall = callType === 'call' && traceAddress.length > 0
    const isUndone = reverted.some((each) => isWithin(trace, each))
    const amount = BigInt(value)
    if (!isCall || isUndone || !from || !to || amount === 0n) return []
    return [{ txIndex, from, to, amount }]
  })
}

function isWithin(trace: Trace, outer: Trace): boolean {
  return (
    trace.transactionPosition === outer.transactionPosition &&
    outer.traceAddress.every((step, index) => trace.traceAddress[index] === step)
  )
}
