import { SETTINGS as BUNDLER } from '@bullring/bundler/config'
import { SETTINGS as GAME } from '@bullring/game/config'
import { MAIL_FROM, MAIL_URL } from '@bullring/login-server/login-settings'
import { SETTINGS as VAULT } from '@bullring/vault/config'
import { SETTINGS as WALLET } from '@bullring/wallet/config'
import * as z from 'zod'
import { StackError } from '../errors.ts'
import { MARKET_CHAIN_IDS, SETTINGS as START } from '../settings.ts'

/** A question of `npm run setup`. Its name is an option of the command line, and a key of an answers file. */
type Question = {
  /** Variable that holds the answer. */
  variable: string
  /** The schema of the service that reads it. */
  kind: z.ZodType
  text: string
  /** Group of a question that few installations need; null for one that is always asked. */
  group: string | null
  /** Answer if none is given; without it, the question must be answered. */
  usual?: string
}

const NEEDLESS = ''

const ChainId = z
  .string()
  .refine(
    (text) => MARKET_CHAIN_IDS.includes(Number(text)),
    `must be ${MARKET_CHAIN_IDS.join(' or ')}`,
  )

const Domain = z
  .string()
  .max(253)
  .regex(
    /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]*[a-z0-9])?$/,
    'must be a domain in lower case, such as bullring.example',
  )

const QUESTIONS = {
  chain: {
    variable: 'CHAIN_ID',
    kind: ChainId,
    text: 'Chain: 56 for BNB Smart Chain, 97 for its testnet',
    group: null,
    usual: '97',
  },
  domain: {
    variable: 'GAME_PUBLIC_URL',
    kind: Domain,
    text: 'Domain of the game, such as bullring.example',
    group: null,
  },
  nodes: {
    variable: 'RPC_URL',
    kind: START.RPC_URL.kind,
    text: 'Nodes of the chain for index and keeper, comma-separated, the preferred one first',
    group: null,
  },
  mail: {
    variable: 'MAIL_URL',
    kind: MAIL_URL.kind,
    text: 'Mail server, such as smtps://user:password@mail.example; empty for no login by email',
    group: null,
    usual: NEEDLESS,
  },
  sender: {
    variable: 'MAIL_FROM',
    kind: MAIL_FROM.kind,
    text: 'Sender of the mails; empty for Bullring <login@DOMAIN>',
    group: null,
    usual: NEEDLESS,
  },
  'visitor-nodes': {
    variable: 'WALLET_RPC_URLS',
    kind: WALLET.WALLET_RPC_URLS.kind,
    text: 'Nodes for visitors, each as 56=https://node.example',
    group: 'separate nodes for visitors',
    usual: NEEDLESS,
  },
  'explorer-key': {
    variable: 'WALLET_EXPLORER_API_KEY',
    kind: WALLET.WALLET_EXPLORER_API_KEY.kind,
    text: 'Key of the block explorer (Etherscan)',
    group: 'history and NFTs from a block explorer',
    usual: NEEDLESS,
  },
  social: {
    variable: 'VAULT_OAUTH_CLIENTS',
    kind: VAULT.VAULT_OAUTH_CLIENTS.kind,
    text: 'Sites to log in with, each as google=id:secret',
    group: 'login by social account',
    usual: NEEDLESS,
  },
  'moonpay-public-key': {
    variable: 'WALLET_MOONPAY_PUBLIC_KEY',
    kind: WALLET.WALLET_MOONPAY_PUBLIC_KEY.kind,
    text: "MoonPay's publishable key",
    group: 'purchases by MoonPay',
    usual: NEEDLESS,
  },
  'moonpay-secret-key': {
    variable: 'WALLET_MOONPAY_SECRET_KEY',
    kind: WALLET.WALLET_MOONPAY_SECRET_KEY.kind,
    text: "MoonPay's secret key",
    group: 'purchases by MoonPay',
    usual: NEEDLESS,
  },
  'moonpay-webhook-key': {
    variable: 'WALLET_MOONPAY_WEBHOOK_KEY',
    kind: WALLET.WALLET_MOONPAY_WEBHOOK_KEY.kind,
    text: "MoonPay's webhook key",
    group: 'purchases by MoonPay',
    usual: NEEDLESS,
  },
  'onramper-api-key': {
    variable: 'WALLET_ONRAMPER_API_KEY',
    kind: WALLET.WALLET_ONRAMPER_API_KEY.kind,
    text: "Onramper's API key",
    group: 'purchases by Onramper',
    usual: NEEDLESS,
  },
  'onramper-webhook-secret': {
    variable: 'WALLET_ONRAMPER_WEBHOOK_SECRET',
    kind: WALLET.WALLET_ONRAMPER_WEBHOOK_SECRET.kind,
    text: "Onramper's webhook secret",
    group: 'purchases by Onramper',
    usual: NEEDLESS,
  },
  'ens-node': {
    variable: 'WALLET_ENS_RPC_URL',
    kind: WALLET.WALLET_ENS_RPC_URL.kind,
    text: 'Node of Ethereum, which resolves names',
    group: 'ENS names',
    usual: NEEDLESS,
  },
  'name-zone': {
    variable: 'WALLET_NAME_ZONE',
    kind: WALLET.WALLET_NAME_ZONE.kind,
    text: 'Your ENS domain below which visitors register names',
    group: 'names for visitors',
    usual: NEEDLESS,
  },
  budget: {
    variable: 'BUNDLER_BUDGET_PER_DAY',
    kind: BUNDLER.BUNDLER_BUDGET_PER_DAY.kind,
    text: 'Fees that you pay per day, in BNB',
    group: 'fees of smart accounts that you pay',
    usual: NEEDLESS,
  },
  payouts: {
    variable: 'GAME_PAYOUT_DAILY_BUDGET',
    kind: GAME.GAME_PAYOUT_DAILY_BUDGET.kind,
    text: 'Fees per day, in BNB, to send winnings to players who switch that on, such as 0.05',
    group: 'winnings that are sent automatically',
    usual: NEEDLESS,
  },
  brand: {
    variable: 'BRAND_FILE',
    kind: GAME.BRAND_FILE.kind,
    text: 'Path of your brand.json (docs/brand.md), which the service can read',
    group: 'an own brand',
    usual: NEEDLESS,
  },
  markets: {
    variable: 'GAME_MARKETS',
    kind: GAME.GAME_MARKETS.kind,
    text: 'Markets, each as BNB=0x...@41000000; empty for the one that npm run deploy records',
    group: 'several markets',
    usual: NEEDLESS,
  },
} as const satisfies Record<string, Question>

/** Name of a question. */
export type QuestionName = keyof typeof QUESTIONS

/** An answer to each question; empty where the installation does without. */
export type Answers = Readonly<Record<QuestionName, string>>

/** Names of the questions, in the order in which they are asked. */
export const QUESTION_NAMES = Object.keys(QUESTIONS) as QuestionName[]

/** Returns a question with the fields that some lack. */
export function questionOf(name: QuestionName): Question {
  return QUESTIONS[name]
}

/** Returns why an answer is refused; null for a good one. */
export function problemOf(name: QuestionName, answer: string): string | null {
  const { kind, usual } = questionOf(name)
  if (answer === NEEDLESS) return usual === undefined ? 'is missing' : null
  const [issue] = kind.safeParse(answer).error?.issues ?? []
  return issue?.message ?? null
}

/** Returns the given answers, and the usual ones for the rest; empty where one has to be given. */
export function withUsualAnswers(given: Partial<Answers>): Answers {
  return Object.fromEntries(
    QUESTION_NAMES.map((name) => [name, given[name] || (questionOf(name).usual ?? NEEDLESS)]),
  ) as Answers
}

/**
 * Completes given answers with the usual ones.
 *
 * @throws {StackError} naming every answer that is missing or refused.
 */
export function completeAnswers(given: Partial<Answers>): Answers {
  const answers = withUsualAnswers(given)
  const problems = QUESTION_NAMES.flatMap((name) => {
    const problem = problemOf(name, answers[name])
    return problem === null ? [] : [`--${name} ${problem}`]
  })
  if (problems.length > 0) throw new StackError(`These answers do not fit: ${problems.join('; ')}.`)
  return answers
}
