import * as z from 'zod/mini'
import { sha256 } from './sha256.ts'

/** Launch data of a Telegram Mini App (`initData`): fields that Telegram has signed, as a query. */
export const TelegramInitData = z.string().check(z.minLength(1), z.maxLength(4_096))

/** Returns the decoded fields as Telegram signs them: one line each, sorted by name. */
export function signedLines(initData: string, without: ReadonlySet<string>): string {
  return [...new URLSearchParams(initData)]
    .filter(([name]) => !without.has(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('\n')
}

/** A keyed hash for holders of the bot's token, which no one here has: anyone could exchange it. */
const UNCHECKED = new Set(['hash'])

/**
 * Returns the digest by which launch data is recognized, however it is written. A device claims it at one service before the
 * other one sees the data, so that neither can use the data itself.
 */
export function telegramDigest(initData: string): Promise<string> {
  return sha256(`bullring telegram login\n${signedLines(initData, UNCHECKED)}`)
}
