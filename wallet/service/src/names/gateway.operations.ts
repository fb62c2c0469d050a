import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import {
  NameGatewayParams,
  NameGatewayResponse,
} from '@bullring/wallet-api/blockchain-api/name-gateway'
import type { Hex } from 'viem'
import { answerCall, type NameLookup } from './answer-call.ts'
import { NoGatewayError } from './errors.ts'
import { signAnswer } from './sign-answer.ts'

export type NameGateway = { lookup: NameLookup; key: Hex; nowMs: () => number }

/** R-NAMES-3. */
const ANSWER_SECONDS = 300

/** An answer from a cache is still valid for the rest of its lifetime. */
const CACHE_CONTROL = 'public, max-age=60'

/**
 * GET /v1/names/gateway/:sender/:data. Wallets and pages of any origin call it, without a project id: the
 * resolver contract sends them here (ERC-3668).
 */
export function nameGatewayOperation(gateway: NameGateway | null): Operation {
  return defineOperation({
    method: 'get',
    path: '/v1/names/gateway/:sender/:data',
    summary: 'A signed answer for the resolver contract (ERC-3668)',
    params: NameGatewayParams,
    response: NameGatewayResponse,
    errors: [429, 501],
    handler: async ({ params: { sender, data: call } }, c) => {
      if (gateway === null) throw new NoGatewayError()
      const { lookup, key, nowMs } = gateway
      const result = await answerCall(call, lookup)
      const expires = Math.floor(nowMs() / 1_000) + ANSWER_SECONDS
      c.header('cache-control', CACHE_CONTROL)
      return { data: await signAnswer(key, { sender, call, result, expires }) }
    },
  })
}
