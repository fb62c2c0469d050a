import { parseArgs } from 'node:util'
import { createGameClient } from '@bullring/client/game-client'
import { BaseError } from '@bullring/errors/base-error'
import { COIN_DECIMALS, parseUnits } from '@bullring/prediction/decimal'
import { getAddress, isAddress } from 'viem'
import { backTest } from './back-test/back-test.ts'
import { readRounds } from './back-test/read-rounds.ts'
import { initBot } from './bot/init-bot.ts'
import { requireMarket } from './bot/require-market.ts'
import { coins, HISTORY_ROUNDS, LATEST_SECONDS, runBot } from './bot/run-bot.ts'
import { BotUsageError } from './errors.ts'
import { readBotFile } from './files/bot-file.ts'
import { loadStrategy } from './strategies/load-strategy.ts'

const USAGE = `Use:
  bullring-bot init --origin https://game.example --stake 0.01 --bets 100 [--days 1] [--market BNB]
  bullring-bot run --strategy follow-crowd [--account 0x...] [--dry-run] [--decide-seconds 15]
  bullring-bot backtest --origin https://game.example --strategy momentum [--replay 500] [--stake 0.01] [--market BNB]
All: [--file bullring-bot.json]. Strategies: follow-crowd, against-crowd, momentum, or a module that exports strategy.`

const OPTIONS = {
  origin: { type: 'string' },
  market: { type: 'string', default: 'BNB' },
  stake: { type: 'string', default: '0.01' },
  bets: { type: 'string', default: '100' },
  days: { type: 'string', default: '1' },
  file: { type: 'string', default: 'bullring-bot.json' },
  account: { type: 'string' },
  strategy: { type: 'string', default: 'follow-crowd' },
  'dry-run': { type: 'boolean', default: false },
  'decide-seconds': { type: 'string', default: '15' },
  replay: { type: 'string', default: '500' },
} as const

/** Outputs of a command, and the signals that end it. */
export type Surroundings = {
  write: (line: string) => void
  fail: (line: string) => void
  signal: AbortSignal
  killSignal: AbortSignal
}

type Values = ReturnType<typeof parse>['values']
type Command = (values: Values, surroundings: Surroundings) => Promise<void>

const DAY_S = 86_400
/** The wallet grants no longer permission. */
const MAX_DAYS = 7
const POLL_MS = 5_000

const COMMANDS: Readonly<Record<string, Command>> = {
  init: async ({ origin, market, stake, bets, days, file }, { write, signal }) => {
    const wish = {
      origin: toOrigin(origin),
      symbol: market,
      stake: toStake(stake),
      bets: toCount('--bets', bets, 999_999),
      // A minute less: the wallet counts from the time at which the player opens the link.
      seconds: toCount('--days', days, MAX_DAYS) * DAY_S - 60,
    }
    const link = await initBot(file, wish, signal)
    write(`The key of the bot is in ${file}. Open this link and allow the bot to bet:\n\n${link}\n`)
    write(`The page must say that the key ends in ${keyEnd(link)}. Give the link to no one else.`)
    write(`Then: bullring-bot run --file ${file}`)
  },
  run: async (values, { write, signal, killSignal }) => {
    const bot = await readBotFile(values.file)
    const account = values.account ?? bot.account
    if (account !== null && !isAddress(account, { strict: false }))
      throw new BotUsageError('--account must be an address: 0x and 40 digits.')
    await runBot({
      path: values.file,
      bot,
      account: account && getAddress(account),
      strategy: await loadStrategy(values.strategy),
      isDry: values['dry-run'],
      decideSeconds: toCount(
        '--decide-seconds',
        values['decide-seconds'],
        DAY_S,
        LATEST_SECONDS + 2,
      ),
      pollMs: POLL_MS,
      log: (line) => write(`${new Date().toISOString()} ${line}`),
      signal,
      killSignal,
    })
  },
  backtest: async ({ origin, market: symbol, strategy, stake, replay }, { write, signal }) => {
    const game = createGameClient({ origin: toOrigin(origin), symbol })
    const market = requireMarket(await game.call('config.json', {}, { signal }), symbol)
    const rounds = await readRounds(game, toCount('--replay', replay, 100_000), signal)
    const result = backTest(rounds, {
      strategy: await loadStrategy(strategy),
      market,
      stake: toStake(stake),
      historyRounds: HISTORY_ROUNDS,
    })
    write(`Rounds: ${result.rounds}, bets: ${result.bets}`)
    write(`Won: ${result.won}, refunded: ${result.refunded}`)
    write(`Staked: ${coins(result.staked)} BNB, profit: ${coins(result.profit)} BNB`)
    write(`Largest fall: ${coins(result.drawdown)} BNB`)
  },
}

/** Returns the end of the key in a link, by which the player recognizes the bot. */
function keyEnd(link: string): string {
  return new URL(link).searchParams.get('key')?.slice(-6) ?? ''
}

/** Runs a command line. Returns the exit code. */
export async function runCommand(
  args: readonly string[],
  surroundings: Surroundings,
): Promise<number> {
  try {
    const { values, positionals } = parse(args)
    const [name = '', ...others] = positionals
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
    if (command === undefined || others.length > 0) throw new BotUsageError(USAGE)
    await command(values, surroundings)
    return 0
  } catch (error) {
    if (surroundings.signal.aborted) return 0
    if (!(error instanceof BaseError)) throw error
    surroundings.fail(error.message)
    return 1
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  } catch (cause) {
    const reason = cause instanceof TypeError ? `${cause.message}\n` : ''
    throw new BotUsageError(`${reason}${USAGE}`, { cause })
  }
}

function toOrigin(text: string | undefined): string {
  if (text === undefined || !URL.canParse(text))
    throw new BotUsageError('Name the installation: --origin https://game.example')
  return new URL(text).origin
}

function toStake(text: string): bigint {
  const stake = parseUnits(text, COIN_DECIMALS)
  if (stake <= 0n) throw new BotUsageError('--stake must be above 0, in BNB.')
  return stake
}

function toCount(name: string, text: string, max: number, min = 1): number {
  const count = Number(text)
  if (/^\d+$/.test(text) && count >= min && count <= max) return count
  throw new BotUsageError(`${name} must be a whole number from ${min} to ${max}.`)
}
