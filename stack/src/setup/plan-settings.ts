import { hasForeignOperators } from '@bullring/game/market-config'
import { MarketList } from '@bullring/server/config/market-fields'
import type { Address } from 'viem'
import { publicKeyOf } from '../embedded-wallet/embedded-keys.ts'
import { StackError } from '../errors.ts'
import { derivedVariables, INITIAL_VARIABLES, keeperVariables } from './derived-variables.ts'
import type { Variables } from './env-file.ts'
import { existingAnswers } from './existing-answers.ts'
import { isSecret } from './known-settings.ts'
import { makeKeeperKey, makeKeys } from './make-keys.ts'
import { mergeVariables } from './merge-variables.ts'
import {
  type Answers,
  problemOf,
  QUESTION_NAMES,
  questionOf,
  withUsualAnswers,
} from './questions.ts'
import type { InstalledSettings } from './settings-folder.ts'

/** Settings to write, and the names of those that an operator set and that the answers leave alone. */
export type SettingsPlan = { settings: InstalledSettings; kept: readonly string[] }

/**
 * Returns the settings that follow from answers, with the keys and further settings of the existing ones.
 *
 * @param recorded - The market that `npm run deploy` recorded for the chain; null for none.
 * @throws {StackError} when the existing keys belong to another chain.
 */
export async function planSettings(
  existing: InstalledSettings,
  answers: Answers,
  recorded: Address | null,
): Promise<SettingsPlan> {
  requireSameChain(existing.start, answers)
  const chosen = existing.start['PREDICTION_ADDRESS'] as Address | undefined
  const served = existing.keeper['PREDICTION_ADDRESS'] as Address | undefined
  const prediction = chosen ?? recorded
  const merged = mergeVariables(existing.start, {
    before: variablesBefore(existing.start, chosen ?? served ?? null),
    after: {
      ...derivedVariables(answers, contractsOf(answers, prediction)),
      ...samePublicUrl(existing.start, answers),
    },
    answered: QUESTION_NAMES.map((name) => questionOf(name).variable),
  })
  const keys = await makeKeys(answers, existing.start)
  const initial = isNew(existing.start) ? INITIAL_VARIABLES : {}
  const start = { ...initial, ...merged.variables, ...keys, ...publicHalves(keys) }
  // A key that has nothing to settle may still hold coins.
  if (hasForeignOperators(start)) {
    return { settings: { start, keeper: existing.keeper }, kept: merged.kept }
  }
  const keeper = mergeVariables(withoutMarket(existing.keeper), {
    before: keeperVariables(existing.start, null),
    after: keeperVariables(start, prediction),
    answered: [],
  })
  return {
    settings: { start, keeper: { ...keeper.variables, ...makeKeeperKey(existing.keeper) } },
    kept: [...merged.kept, ...keeper.kept.map((name) => `${name} (keeper)`)],
  }
}

/** An earlier run may have stopped after the secrets, which it writes first. */
function isNew(start: Variables): boolean {
  return Object.keys(start).every(isSecret)
}

/** Returns what follows from the answers that settings hold, also where some are missing or refused. */
function variablesBefore(start: Variables, prediction: Address | null): Variables {
  const { markets, ...others } = withUsualAnswers(existingAnswers(start))
  const isList = problemOf('markets', markets) === null
  const answers = { ...others, markets: isList ? markets : '' }
  return derivedVariables(answers, contractsOf(answers, prediction))
}

/** An operator may have written the address of the answered domain in another way, such as with a slash or a port. */
function samePublicUrl({ GAME_PUBLIC_URL: url = '' }: Variables, { domain }: Answers): Variables {
  const { protocol, hostname } = URL.parse(url) ?? {}
  return protocol === 'https:' && hostname === domain ? { GAME_PUBLIC_URL: url } : {}
}

/** Keys of a testnet are worth nothing, and are kept like that. */
function requireSameChain({ CHAIN_ID }: Variables, { chain }: Answers): void {
  if (CHAIN_ID === undefined || CHAIN_ID === chain) return
  throw new StackError(
    `These settings and keys belong to chain ${CHAIN_ID}. Choose another folder for chain ${chain} with --out, and another DATA_DIR.`,
  )
}

function contractsOf({ markets }: Answers, prediction: Address | null): readonly Address[] {
  if (markets !== '') return MarketList.parse(markets).map(({ address }) => address)
  return prediction === null ? [] : [prediction]
}

/** Returns the variables that follow from signing keys. */
export function publicHalves(keys: Variables): Variables {
  const { VAULT_ASSERTION_KEY: assertion, CUSTODY_RECEIPT_KEY: receipt } = keys
  if (assertion === undefined || receipt === undefined) return {}
  return {
    CUSTODY_VAULT_PUBLIC_KEY: publicKeyOf(assertion),
    VAULT_CUSTODY_PUBLIC_KEY: publicKeyOf(receipt),
  }
}

/** The keeper settles the markets that the pages show. */
function withoutMarket(keeper: Variables): Variables {
  const { PREDICTION_ADDRESS: _, GAME_MARKETS: __, MARKET_KIND: ___, ...others } = keeper
  return others
}
