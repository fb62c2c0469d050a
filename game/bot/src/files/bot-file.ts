import { readFile, rename, writeFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import { BotFileError } from '../errors.ts'

/** Only the owner may read the key. */
const MODE = 0o600

const Hex = z.templateLiteral(['0x', z.string()])
const Wei = z.string().check(z.regex(/^\d{1,30}$/))

const BotFile = z.object({
  /** Origin of the installation. */
  origin: z.url(),
  chainId: z.int(),
  market: z.object({ symbol: z.string(), prediction: Hex }),
  limits: z.object({ stake: Wei, bets: z.int(), expiresAt: z.int() }),
  /** Key pair on P-256, as a JSON Web Key. */
  key: z.record(z.string(), z.unknown()),
  /** Block after which a player grants the limits; missing in files of 0.2. */
  madeAtBlock: z.optional(z.int()),
  /** The player's account; null until the bot runs for it. */
  account: z.nullable(Hex),
  /** Newest round about which the bot has decided: it never bets on it, or an older one, again. */
  decidedEpoch: z.nullable(z.int()),
})

/** All that a bot keeps. */
export type BotFile = z.infer<typeof BotFile>

/**
 * Reads the bot's file.
 *
 * @throws {BotFileError}
 */
export async function readBotFile(path: string): Promise<BotFile> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new BotFileError(`There is no file ${path}: run "init" first.`, { cause })
  })
  try {
    return z.parse(BotFile, JSON.parse(text))
  } catch (cause) {
    throw new BotFileError(`${path} is damaged.`, { cause })
  }
}

/**
 * Writes the file of a new bot.
 *
 * @throws {BotFileError} when there is one already, with a key that may be in use.
 */
export async function createBotFile(path: string, bot: BotFile): Promise<void> {
  await writeFile(path, toText(bot), { mode: MODE, flag: 'wx' }).catch((cause: unknown) => {
    throw new BotFileError(`${path} could not be created. Is there a bot already?`, { cause })
  })
}

/** Replaces the file, as a whole: a bot that is killed meanwhile has the old or the new one. */
export async function saveBotFile(path: string, bot: BotFile): Promise<void> {
  const next = `${path}.next`
  await writeFile(next, toText(bot), { mode: MODE, flush: true })
  await rename(next, path)
}

function toText(bot: BotFile): string {
  return `${JSON.stringify(bot, null, 2)}\n`
}
