import { isNodeLagging } from '@bullring/game/keeper/alarms'
import { toUnixSeconds } from '@bullring/prediction/units'
import {
  dissenters,
  type NodeState,
  problemsOf,
  readHashes,
  readState,
} from '@bullring/server/chain/nodes/node-state'
import { numberToHex } from 'viem'
import * as z from 'zod/mini'
import { broken, type Check, type Finding, on } from '../finding.ts'
import type { ChainNode, ChainNodes } from './chain-nodes.ts'
import type { ServedMarket } from './served-markets.ts'

/** Ranges of blocks, the widest first. The index begins with the second one, and halves it where a node refuses. */
const RANGES = [5_000, 100, 10, 1] as const
const CALLS = 100
const SETTING = 'RPC_URL'

/** Checks chain, newest block, limits and agreement of the nodes. */
export function checkNodes(chain: ChainNodes, markets: readonly ServedMarket[]): Check {
  return {
    capability: 'nodes',
    run: async (signal) => {
      const { chainId, nodes } = chain
      const upstreams = nodes.map(({ upstream }) => upstream)
      const states = await Promise.all(
        upstreams.map((upstream) => readState(upstream, { chainId, isAlone: false }, signal)),
      )
      const problems = problemsOf(states, chainId)
      const heads = states.map(({ isUp, head }, index) =>
        isUp && problems[index] === null ? head : null,
      )
      const isAnyUp = heads.some((head) => head !== null)
      const hashes = isAnyUp ? await readHashes(upstreams, heads, signal) : []
      const differing = dissenters(hashes)
      return await Promise.all(
        nodes.map((node, index) => {
          const problem = differing.has(index) ? 'another history' : (problems[index] ?? null)
          const state = states[index]
          return state === undefined || !state.isUp || problem !== null
            ? unusable(index, state, problem)
            : checkNode({ node, index, head: state.head ?? 0 }, markets, signal)
        }),
      )
    },
  }
}

function nameOf(index: number): string {
  return `node ${index + 1}`
}

function unusable(index: number, state: NodeState | undefined, problem: string | null): Finding {
  const why = problem ?? (state?.isOtherChain ? 'another chain' : null)
  const text = why === null ? 'does not respond' : `is left out: ${why}`
  return broken(nameOf(index), text, SETTING)
}

type UsableNode = { node: ChainNode; index: number; head: number }

async function checkNode(
  { node, index, head }: UsableNode,
  markets: readonly ServedMarket[],
  signal: AbortSignal,
): Promise<Finding> {
  const capability = nameOf(index)
  const [age, range, hasHistory] = await Promise.all([
    ageOfHead(node, signal),
    logRange(node, head, markets, signal),
    keepsLogs(node, markets, signal),
    // Finds how many calls the node accepts at once.
    Promise.all(Array.from({ length: CALLS }, () => askIdentity(node, signal))),
  ])
  if (age === null) return broken(capability, 'does not say its newest block', SETTING)
  if (isNodeLagging(toUnixSeconds(Math.floor(Date.now() / 1_000) - age), Date.now()))
    return broken(capability, `newest block is ${age} s old`, SETTING)
  if (range === null) return broken(capability, 'serves no logs', SETTING)
  if (!hasHistory) return broken(capability, "lacks the logs of the market's first blocks", SETTING)
  const calls = node.callsAtOnce() ?? CALLS
  return on(capability, `block ${age} s old, ${calls} calls at once, logs of ${range} blocks`)
}

function askIdentity({ upstream }: ChainNode, signal: AbortSignal) {
  return upstream.request({ method: 'eth_chainId', params: [] }, { isBatched: true, signal })
}

const Block = z.object({ timestamp: z.string() })

/** Age of the newest block in seconds; null where the node does not say. */
async function ageOfHead({ upstream }: ChainNode, signal: AbortSignal): Promise<number | null> {
  const request = { method: 'eth_getBlockByNumber', params: ['latest', false] }
  const reply = await upstream.request(request, { isBatched: false, signal })
  const block = reply.kind === 'result' ? z.safeParse(Block, reply.result).data : undefined
  return block === undefined ? null : Math.floor(Date.now() / 1_000 - Number(block.timestamp))
}

/** The widest range whose logs the node serves; null for none. */
async function logRange(
  node: ChainNode,
  head: number,
  markets: readonly ServedMarket[],
  signal: AbortSignal,
): Promise<number | null> {
  for (const range of RANGES) {
    const from = Math.max(head - range + 1, 0)
    if (await hasLogs(node, { from, to: head }, markets, signal)) return range
  }
  return null
}

/** Whether the node still has what the index reads first. */
async function keepsLogs(
  node: ChainNode,
  markets: readonly ServedMarket[],
  signal: AbortSignal,
): Promise<boolean> {
  const known = markets.flatMap((market) =>
    market.startBlock === null ? [] : [{ market, from: market.startBlock }],
  )
  const found = await Promise.all(
    known.map(({ market, from }) => hasLogs(node, { from, to: from }, [market], signal)),
  )
  return found.every(Boolean)
}

async function hasLogs(
  { upstream }: ChainNode,
  { from, to }: { from: number; to: number },
  markets: readonly ServedMarket[],
  signal: AbortSignal,
): Promise<boolean> {
  const filter = {
    ...(markets.length > 0 && { address: markets.map(({ prediction }) => prediction) }),
    fromBlock: numberToHex(from),
    toBlock: numberToHex(to),
  }
  const request = { method: 'eth_getLogs', params: [filter] }
  const reply = await upstream.request(request, { isBatched: false, signal })
  return reply.kind === 'result'
}
