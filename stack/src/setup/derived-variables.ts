import { NEED_SECRET } from '@bullring/custody/sessions/evidence/oauth-providers'
import { hasForeignOperators } from '@bullring/game/market-config'
import { MarketList } from '@bullring/server/config/market-fields'
import type { Address } from 'viem'
import { sponsoredMethods } from '../bundler/bundler-variables.ts'
import type { Variables } from './env-file.ts'
import { type Answers, QUESTION_NAMES, questionOf } from './questions.ts'

/**
 * Variables of a new installation. One from before has its databases elsewhere, and may be without a proxy: its visitors
 * would choose their address.
 */
export const INITIAL_VARIABLES: Variables = {
  DATA_DIR: '/var/lib/bullring/data',
  BACKUP_DIR: '/var/lib/bullring/backups',
  TRUST_PROXY: '1',
}
const KEEPER_PORT = '4001'

/** Address of the sender, with or without a name. */
const ADDRESS = /<([^>]+)>$/

/** Returns the variables of `npm start` that follow from answers, without keys. */
export function derivedVariables(answers: Answers, predictions: readonly Address[]): Variables {
  const { domain, mail, budget } = answers
  return present({
    ...answeredVariables(answers),
    GAME_PUBLIC_URL: `https://${domain}`,
    RELAY: 'on',
    RELAY_AUDIENCES: `wss://${domain}/relay`,
    GAME_PUSH_CONTACT: contactOf(answers),
    OPERATOR_SERVICES: keeperService(answers),
    START_BLOCK: firstBlockOf(answers),
    EMBEDDED_WALLET: mail === '' ? 'off' : 'on',
    ...(mail !== '' && loginVariables(answers)),
    ...(budget !== '' && { BUNDLER_SPONSORED_METHODS: sponsoredMethods(predictions) }),
  })
}

/** Variables that hold an answer as it was given. */
function answeredVariables(answers: Answers): Variables {
  return Object.fromEntries(
    QUESTION_NAMES.map((name) => [questionOf(name).variable, answers[name]]),
  )
}

function loginVariables({ domain, sender, social }: Answers): Variables {
  return {
    CUSTODY_PUBLIC_URL: `https://wallet.${domain}`,
    VAULT_PUBLIC_URL: `https://vault.${domain}`,
    MAIL_FROM: sender || `Bullring <login@${domain}>`,
    CUSTODY_OAUTH_CLIENTS: custodyClients(social),
  }
}

/** The keeper is a separate process, whose figures the operator's page shows. */
function keeperService(answers: Answers): string {
  return hasForeignOperators(answeredVariables(answers))
    ? ''
    : `keeper=http://127.0.0.1:${KEEPER_PORT}`
}

/** The core knows the secrets that its check sends, and no others. */
function custodyClients(social: string): string {
  const clients = social.split(',').flatMap((part) => part.trim() || [])
  const kept = clients.map((client) => {
    const isNeeded = [...NEED_SECRET].some((name) => client.startsWith(`${name}=`))
    return isNeeded ? client : client.replace(/:.*$/, '')
  })
  return kept.join(',')
}

function contactOf({ domain, mail, sender }: Answers): string {
  if (mail === '' || sender === '') return `https://${domain}`
  return `mailto:${ADDRESS.exec(sender)?.[1] ?? sender}`
}

/** Sessions of keys name a market, so none is older. */
function firstBlockOf({ markets }: Answers): string {
  const entries = markets === '' ? [] : MarketList.parse(markets)
  const blocks = entries.flatMap(({ startBlock }) => startBlock ?? [])
  return blocks.length === 0 ? '' : `${Math.min(...blocks)}`
}

/** Returns the variables of the keeper that follow from those of `npm start`. */
export function keeperVariables(start: Variables, prediction: Address | null): Variables {
  const { CHAIN_ID = '', RPC_URL = '', METRICS_TOKEN = '' } = start
  const { GAME_MARKETS = '', MARKET_KIND = '', GAME_PAYOUT_DAILY_BUDGET = '' } = start
  return present({
    CHAIN_ID,
    RPC_URL,
    METRICS_TOKEN,
    GAME_MARKETS,
    MARKET_KIND,
    PREDICTION_ADDRESS: GAME_MARKETS === '' ? (prediction ?? '') : '',
    PORT: KEEPER_PORT,
    ...(GAME_PAYOUT_DAILY_BUDGET !== '' && {
      GAME_PAYOUT_DAILY_BUDGET,
      DATABASE_URL: keeperDatabaseOf(start),
    }),
  })
}

/** An operator with another PostgreSQL names the URL of the keeper's role there. */
function keeperDatabaseOf({ DATABASE_URL = '', KEEPER_DATABASE_URL = '' }: Variables): string {
  return DATABASE_URL === '' ? KEEPER_DATABASE_URL : ''
}

function present(variables: Variables): Variables {
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
}
