import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readBotLink } from '@bullring/client/bot-link'
import { betCall } from '@bullring/client/market-calls'
import { sessionOf } from '@bullring/client/session-limits'
import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { currentEpoch, roundTimes } from '@bullring/prediction/schedule'
import { toEpoch, toUnixSeconds } from '@bullring/prediction/units'
import type { Call } from '@bullring/smart-account/calls'
import { sessionId } from '@bullring/smart-account/session'
import { encodeSessionCall, grantCalls, revokeCall } from '@bullring/smart-account/session-calls'
import { signSessionCall } from '@bullring/smart-account/session-key'
import { sessionModuleAbi } from '@bullring/smart-account/session-module-abi'
import { toSafeAccount } from '@bullring/smart-account/to-safe-account'
import { handleCalls } from '@bullring/stack/account-contracts/handle-calls'
import { callRpc } from '@bullring/stack/chain/anvil'
import { localChain } from '@bullring/stack/chain/local-market'
import { mineAt } from '@bullring/stack/replay/warp'
import { startTestStack, type TestStack } from '@bullring/stack/testing/start-test-stack'
import {
  type Address,
  BaseError,
  createPublicClient,
  createWalletClient,
  decodeErrorResult,
  encodeFunctionData,
  type Hex,
  http,
  numberToHex,
  parseAbi,
  parseEther,
  slice,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { runCommand } from '../command.ts'
import { readBotFile } from '../files/bot-file.ts'
import { signingKey } from './bot-key.ts'
import { runBot } from './run-bot.ts'

const CHAIN_ID = 31_337
const ROUND_SECONDS = 60
const STAKE = parseEther('0.01')
const BETS = 12
/** Rounds of the longest run. */
const ROUNDS = inject('isDeep') ? 10 : 4
const USD = 100_000_000n
const feedAbi = parseAbi(['function push(int256 answer)'])

let stack: TestStack
let folder = ''
let account: Awaited<ReturnType<typeof toSafeAccount>>

const reader = () => {
  const { rpcUrl } = stack.localGame
  return createPublicClient({
    chain: localChain(CHAIN_ID, rpcUrl),
    transport: http(rpcUrl),
    pollingInterval: 50,
  })
}

beforeAll(async () => {
  stack = await startTestStack({
    postgresUrl: inject('postgresUrl'),
    roundSeconds: ROUND_SECONDS,
    playedRounds: 30,
    hasBundler: true,
  })
  folder = await mkdtemp(join(tmpdir(), 'bullring-bot-'))
  account = await toSafeAccount(reader(), privateKeyToAccount(generatePrivateKey()))
  const { rpcUrl } = stack.localGame
  await callRpc(rpcUrl, 'anvil_setBalance', [account.address, numberToHex(parseEther('1'))])
})
afterAll(async () => {
  await stack.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Sends a transaction, which the chain's next block has. */
async function send(
  from: 'relayer' | 'oracle' | 'owner',
  { to, data, value }: Call,
): Promise<void> {
  const { rpcUrl, accounts } = stack.localGame
  const chain = localChain(CHAIN_ID, rpcUrl)
  const wallet = createWalletClient({ account: accounts[from], chain, transport: http(rpcUrl) })
  const hash = await wallet.sendTransaction({ to, data, value })
  const { status } = await reader().waitForTransactionReceipt({ hash })
  expect(status).toBe('success')
}

/** Runs calls of the player's account, which the player has approved. */
async function approve(calls: readonly Call[], by = account): Promise<void> {
  await send('owner', await handleCalls(by, calls, by.address))
}

async function openEpoch(): Promise<number> {
  const { timestamp } = await reader().getBlock()
  return Number(currentEpoch(stack.localGame.schedule, toUnixSeconds(timestamp)))
}

/** Closes the open round, at a price. */
async function closeRound(price: bigint): Promise<void> {
  const { rpcUrl, schedule, market } = stack.localGame
  const { lockTimestamp } = roundTimes(schedule, toEpoch(await openEpoch()))
  await mineAt(rpcUrl, lockTimestamp)
  const data = encodeFunctionData({ abi: feedAbi, functionName: 'push', args: [price] })
  await send('oracle', { to: market.oracle, value: 0n, data })
}

async function stakeIn(epoch: number): Promise<bigint> {
  const [, amount] = await reader().readContract({
    address: stack.localGame.market.prediction,
    abi: predictionAbi,
    functionName: 'ledger',
    args: [BigInt(epoch), account.address],
  })
  return amount
}

type Bot = { file: string; session: ReturnType<typeof sessionOf> }

/** Creates a bot as its owner does, and grants what its link asks for. */
async function newBot(name: string, bets = BETS): Promise<Bot> {
  const bot = await initBot(name, bets)
  await grant(bot.session)
  return bot
}

async function initBot(name: string, bets = BETS): Promise<Bot> {
  const file = join(folder, `${name}.json`)
  const lines: string[] = []
  const { signal } = new AbortController()
  const args = [
    'init',
    '--origin',
    stack.url,
    '--stake',
    '0.01',
    '--bets',
    `${bets}`,
    '--file',
    file,
  ]
  const surroundings = {
    write: (line: string) => lines.push(line),
    fail: (line: string) => lines.push(line),
  }
  expect(
    await runCommand(args, { ...surroundings, signal, killSignal: signal }),
    lines.join(),
  ).toBe(0)
  const link = /http\S+/.exec(lines.join('\n'))?.[0] ?? ''
  const request = readBotLink(new URL(link).search)
  if (request === null) throw new Error(`not a link: ${link}`)
  const point = { x: slice(request.key, 0, 32), y: slice(request.key, 32) }
  const session = sessionOf(request.limits, point, [stack.localGame.market.prediction])
  return { file, session }
}

async function grant(session: Bot['session'], by = account): Promise<void> {
  const isEnabled = (await reader().getCode({ address: by.address })) !== undefined
  await approve(grantCalls(by.address, session, { isEnabled }), by)
}

/** Starts a bot, which bets on each round as soon as it opens. */
async function start({ file }: Bot, changes: Partial<Parameters<typeof runBot>[0]> = {}) {
  const stop = new AbortController()
  const lines: string[] = []
  const ended = runBot({
    path: file,
    bot: await readBotFile(file),
    account: account.address,
    strategy: () => ({ position: 'bull' }),
    isDry: false,
    decideSeconds: ROUND_SECONDS,
    pollMs: 100,
    log: (line) => lines.push(line),
    signal: stop.signal,
    killSignal: new AbortController().signal,
    ...changes,
  })
  return {
    lines,
    ended,
    stop: async () => {
      stop.abort()
      await ended
    },
  }
}

describe('a bot', () => {
  test(`bets on ${ROUNDS} rounds within what its player granted, and after the revocation on none`, async () => {
    const bot = await newBot('long')
    expect((await stat(bot.file)).mode & 0o777).toBe(0o600)
    let running = await start(bot)
    let first = 0
    for (let count = 1; count <= ROUNDS; count += 1) {
      const epoch = await openEpoch()
      if (count === 1) first = epoch
      // A failure shows what the bot has said.
      const state = async () =>
        (await stakeIn(epoch)) === STAKE ? 'staked' : running.lines.join('\n')
      await expect.poll(state).toBe('staked')
      // A bot that is started again bets once, too.
      if (count === 2) {
        await running.stop()
        running = await start(bot)
      }
      await closeRound(600n * USD + BigInt(count) * USD)
    }
    const id = sessionId(bot.session)
    await approve([revokeCall(id)])
    // A bet that the revocation has overtaken is in no block: the bot gives it up at the lock.
    await closeRound(700n * USD)
    await running.ended
    expect(running.lines.at(-1)).toMatch(/revoked$/)
    expect(await refusal(bot)).toBe('NotActive')
    const total = await Promise.all(
      Array.from({ length: ROUNDS }, (_, index) => stakeIn(first + index)),
    )
    expect(total).toEqual(Array.from({ length: ROUNDS }, () => STAKE))
  })

  test('waits for the permission, and learns the account from it', async () => {
    const bot = await initBot('waiting')
    const running = await start(bot, { account: null, isDry: true })
    const said = () => running.lines.join('\n')
    await expect.poll(said).toMatch(/Waiting until a player allows the bot to bet at http/)
    await grant(bot.session)
    await expect.poll(said).toContain(`The account ${account.address} has allowed the bot to bet.`)
    await expect.poll(said).toContain('UP 0.01 BNB, not sent (dry run)')
    await running.stop()
  })

  test('error: the account must be named where another one has allowed the same bot', async () => {
    const bot = await newBot('shared')
    const other = await toSafeAccount(reader(), privateKeyToAccount(generatePrivateKey()))
    const { rpcUrl } = stack.localGame
    await callRpc(rpcUrl, 'anvil_setBalance', [other.address, numberToHex(parseEther('1'))])
    await grant(bot.session, other)
    const running = await start(bot, { account: null })
    await expect(running.ended).rejects.toThrow(
      /^Several accounts have allowed it\. Name the account/,
    )
  })

  test('reports bets in a dry run, and sends none', async () => {
    const bot = await newBot('dry')
    const epoch = await openEpoch()
    const running = await start(bot, { isDry: true })
    await expect.poll(() => running.lines.join('\n')).toContain('UP 0.01 BNB, not sent (dry run)')
    await running.stop()
    expect(await stakeIn(epoch)).toBe(0n)
  })

  test('keeps out of rounds for which its strategy wants more than is allowed', async () => {
    const bot = await newBot('greedy')
    const running = await start(bot, {
      strategy: () => ({ position: 'bear', amount: STAKE + 1n }),
    })
    await expect.poll(() => running.lines.join('\n')).toContain('outside the limits')
    await running.stop()
    expect(running.lines.at(-1)).toBe('Stopped.')
  })
})

/** Signs a call with the key in the bot's file, as a thief would, and returns the chain's reason to refuse it. */
async function refusal(bot: Bot, changes: Partial<Call> = {}): Promise<string | null> {
  const client = reader()
  const { session } = bot
  const id = sessionId(session)
  const state = await client.readContract({
    address: encodeSessionCallTarget(bot),
    abi: sessionModuleAbi,
    functionName: 'stateOf',
    args: [account.address, id],
  })
  const { timestamp } = await client.getBlock()
  const bet = betCall(stack.localGame.market.prediction, {
    position: 'bear',
    epoch: BigInt(await openEpoch()),
    amount: STAKE,
  })
  const call = { ...bet, ...changes, nonce: state.nonce, deadline: Number(timestamp) + 60 }
  const privateKey = await signingKey((await readBotFile(bot.file)).key)
  const context = { account: account.address, id, call, chainId: CHAIN_ID }
  const signature = await signSessionCall(privateKey, context)
  const { to, data } = encodeSessionCall({ account: account.address, session, call, signature })
  try {
    await client.call({ account: stack.localGame.accounts.owner, to, data })
    return null
  } catch (error) {
    return reasonOf(error)
  }
}

function encodeSessionCallTarget({ session }: Bot): Address {
  return revokeCall(sessionId(session)).to
}

function reasonOf(error: unknown): string {
  const cause =
    error instanceof BaseError
      ? error.walk((each) => each instanceof Error && 'data' in each)
      : null
  const data: unknown = cause && 'data' in cause ? cause.data : null
  const hex = typeof data === 'object' && data !== null && 'data' in data ? data.data : data
  return decodeErrorResult({ abi: sessionModuleAbi, data: hex as Hex }).errorName
}

test('replays a strategy in the rounds of the index', async () => {
  const lines: string[] = []
  const { signal } = new AbortController()
  const run = (strategy: string) =>
    runCommand(['backtest', '--origin', stack.url, '--strategy', strategy, '--replay', '20'], {
      write: (line) => lines.push(line),
      fail: (line) => lines.push(line),
      signal,
      killSignal: signal,
    })
  const replayed = async () => {
    lines.length = 0
    expect(await run('against-crowd')).toBe(0)
    return lines.join('\n')
  }
  // Once the index has read the rounds that were played before.
  await expect
    .poll(replayed)
    .toMatch(
      /^Rounds: 19, bets: \d+\nWon: \d+, refunded: \d+\nStaked: [\d.]+ BNB, profit: -?[\d.]+ BNB\n/,
    )
  expect(await run('unknown')).toBe(1)
  expect(
    await runCommand(['nothing'], {
      write: () => 0,
      fail: (line) => lines.push(line),
      signal,
      killSignal: signal,
    }),
  ).toBe(1)
  expect(lines.at(-1)).toContain('bullring-bot init')
})

test('a stolen key stakes at most the limit, in the player’s name, and takes nothing', async () => {
  const bot = await newBot('stolen', 2)
  const thief = privateKeyToAccount(generatePrivateKey()).address
  expect(await refusal(bot, { value: STAKE + 1n })).toBe('ValuePerCallExceeded')
  expect(await refusal(bot, { to: thief, data: '0x' })).toMatch(/MethodNotAllowed|InvalidMethod/)
  expect(await refusal(bot, { to: account.address })).toBe('MethodNotAllowed')
  const running = await start(bot)
  for (let count = 1; count <= 2; count += 1) {
    const epoch = await openEpoch()
    await expect.poll(() => stakeIn(epoch)).toBe(STAKE)
    await closeRound(700n * USD)
  }
  expect(await refusal(bot)).toBe('TotalValueExceeded')
  await running.ended
  expect(running.lines.join('\n')).toMatch(/UP 0.01 BNB, limit$/m)
})
