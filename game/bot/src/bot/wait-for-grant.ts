import { setTimeout as wait } from 'node:timers/promises'
import { createGameClient } from '@bullring/client/game-client'
import { SESSION_MODULE } from '@bullring/smart-account/contracts'
import { sessionId } from '@bullring/smart-account/session'
import { sessionModuleAbi } from '@bullring/smart-account/session-module-abi'
import { type Address, type Client, getAbiItem, type Hex } from 'viem'
import { getBlockNumber, getLogs } from 'viem/actions'
import { BotUsageError } from '../errors.ts'
import type { BotFile } from '../files/bot-file.ts'
import { chainClient, linkOfBot, sessionOfBot } from './bot-session.ts'

const GRANTED = getAbiItem({ abi: sessionModuleAbi, name: 'SessionGranted' })

/** Blocks of one request: as many as an installation's nodes take. */
const RANGE = 5_000
/** Blocks at the head that are read again: a reorg may replace them. */
const REREAD = 100

type WaitOptions = { pollMs: number; log: (line: string) => void; signal: AbortSignal }

/**
 * Waits until a player has granted a bot's limits, and returns the account. The chain's log names it: no one else has a
 * session of this id, which the bot's key is part of.
 *
 * @throws {BotUsageError} where the account must be named: several have granted the limits, or the file is too old to know
 *   since when.
 */
export async function waitForGrant(
  bot: BotFile,
  { pollMs, log, signal }: WaitOptions,
): Promise<Address> {
  if (bot.madeAtBlock === undefined) throw new BotUsageError(NAME_ACCOUNT)
  const config = await createGameClient({ origin: bot.origin }).call('config.json', {}, { signal })
  const client = chainClient(config, bot.origin)
  const id = sessionId(await sessionOfBot(bot))
  let from = bot.madeAtBlock
  let isWaiting = false
  for (;;) {
    const head = Number(await getBlockNumber(client, { cacheTime: 0 }))
    const accounts = await grantees(client, id, { from, head, signal })
    const [account] = accounts
    if (accounts.size > 1)
      throw new BotUsageError(`Several accounts have allowed it. ${NAME_ACCOUNT}`)
    if (account !== undefined) {
      // A stranger may have granted the same limits, of a stranger's account, first.
      log(
        `The account ${account} has allowed the bot to bet. If it is not yours, name yours: --account 0x...`,
      )
      return account
    }
    if (!isWaiting) log(`Waiting until a player allows the bot to bet at ${await linkOfBot(bot)}`)
    isWaiting = true
    from = Math.max(from, head - REREAD)
    await wait(pollMs, undefined, { signal })
  }
}

const NAME_ACCOUNT = 'Name the account of the player: --account 0x...'

type Blocks = { from: number; head: number; signal: AbortSignal }

async function grantees(
  client: Client,
  id: Hex,
  { from, head, signal }: Blocks,
): Promise<ReadonlySet<Address>> {
  const accounts = new Set<Address>()
  for (let start = from; start <= head; start += RANGE) {
    signal.throwIfAborted()
    const end = Math.min(start + RANGE - 1, head)
    const logs = await getLogs(client, {
      address: SESSION_MODULE,
      event: GRANTED,
      args: { id },
      fromBlock: BigInt(start),
      toBlock: BigInt(end),
      strict: true,
    })
    for (const { args } of logs) accounts.add(args.account)
  }
  return accounts
}
