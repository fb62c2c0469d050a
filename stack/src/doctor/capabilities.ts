import { BRAND_FILE } from '@bullring/server/config/shared-settings'
import { hasOwnBundler } from '../bundler/start-bundler.ts'
import { embeddedUrls } from '../embedded-wallet/embedded-urls.ts'
import { offeredSocials } from '../embedded-wallet/offered-socials.ts'
import { hasRelay } from '../relay-variables.ts'
import type { StackSettings } from '../settings.ts'
import { type Finding, off, on } from './finding.ts'

/** Returns what visitors have by these settings, what they lack, and the setting that would give it. */
export function capabilities(settings: StackSettings): readonly Finding[] {
  const { serviceEnv: env } = settings
  const hasLogin = embeddedUrls(settings) !== null
  const hasBundler = hasLogin && (hasOwnBundler(settings) || settings.bundlerUrl !== null)
  const socials = hasLogin ? offeredSocials(env, env) : []
  return [
    given('login by email and passkeys', hasLogin, 'MAIL_URL'),
    given('login by social account', socials.length > 0, 'VAULT_OAUTH_CLIENTS', socials.join(', ')),
    given('smart accounts', hasBundler, 'BUNDLER_RELAYER_PRIVATE_KEY'),
    given(
      'fees paid for users',
      hasBundler && isSet(env, 'BUNDLER_SPONSORED_METHODS'),
      'BUNDLER_BUDGET_PER_DAY',
    ),
    given(
      'winnings sent automatically',
      settings.chain.kind === 'local' || isSet(env, 'GAME_PAYOUT_DAILY_BUDGET'),
      'GAME_PAYOUT_DAILY_BUDGET',
    ),
    given('wallets on other devices', hasRelay(settings), 'RELAY=on'),
    given('sign-in', isSet(env, 'GAME_PUBLIC_URL'), 'GAME_PUBLIC_URL'),
    given(
      'messages while no page is open',
      isSet(env, 'GAME_PUSH_PRIVATE_KEY'),
      'GAME_PUSH_PRIVATE_KEY',
    ),
    given('separate nodes for visitors', isSet(env, 'WALLET_RPC_URLS'), 'WALLET_RPC_URLS'),
    given(
      'transfers in Activity, NFTs',
      isSet(env, 'WALLET_EXPLORER_API_KEY'),
      'WALLET_EXPLORER_API_KEY',
    ),
    given('ENS names', isSet(env, 'WALLET_ENS_RPC_URL'), 'WALLET_ENS_RPC_URL'),
    given('names for visitors', isSet(env, 'WALLET_NAME_ZONE'), 'WALLET_NAME_ZONE'),
    given(
      'purchases of coins',
      isSet(env, 'WALLET_MOONPAY_PUBLIC_KEY') || isSet(env, 'WALLET_ONRAMPER_API_KEY'),
      'WALLET_MOONPAY_PUBLIC_KEY',
    ),
    given('own brand', isSet(env, 'BRAND_FILE'), 'BRAND_FILE'),
    ...legalTexts(settings),
    given('further languages', isSet(env, 'GAME_LANGUAGES'), 'GAME_LANGUAGES'),
    given('metrics for alarms', isSet(env, 'METRICS_TOKEN'), 'METRICS_TOKEN'),
  ]
}

/** Texts that most countries demand where real money is at stake. */
const LEGAL_TEXTS = { imprint: 'imprint', terms: 'terms of use' } as const

function legalTexts({ chain, serviceEnv }: StackSettings): readonly Finding[] {
  if (chain.kind !== 'public') return []
  const { data: brand } = BRAND_FILE.kind.safeParse(serviceEnv['BRAND_FILE'] || null)
  return (['imprint', 'terms'] as const).map((page) =>
    given(LEGAL_TEXTS[page], brand?.texts.has(page) === true, `BRAND_FILE: texts.${page}`),
  )
}

function isSet(env: StackSettings['serviceEnv'], name: string): boolean {
  return Boolean(env[name])
}

function given(capability: string, isGiven: boolean, setting: string, text = ''): Finding {
  return isGiven ? on(capability, text) : off(capability, '', setting)
}
