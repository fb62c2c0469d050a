import type { FrameConfig } from '@bullring/login-api/custody-api/config'
import type { CustodyWallet } from '@bullring/login-api/custody-api/session'
import type { Language } from '@bullring/wire/text/languages'
import { loadDevice } from '#device/device.ts'
import { createDeviceShares } from '#device/device-shares.ts'
import type { FrameStorage } from '#device/frame-storage.ts'
import { createSessionStore } from '#device/stored-session.ts'
import { WrongVaultError } from '#frame-errors.ts'
import { createEmailChange } from '#login/email-change.ts'
import { createEmailLogin } from '#login/email-login.ts'
import { createFarcasterLogin } from '#login/farcaster-login.ts'
import { createSocialLogin } from '#login/social-login.ts'
import { createTelegramLogin } from '#login/telegram-login.ts'
import { createCustodyClient } from '#services/custody-client.ts'
import { createSignedClient } from '#services/signed-client.ts'
import { createVaultClient } from '#services/vault-client.ts'
import { createAccountTypes } from './account-types.ts'
import { smartAccountOf } from './active-account.ts'
import { createWalletSession } from './wallet-session.ts'

/** Wishes of the site, as far as it has sent any. */
type SiteWishes = { language: () => Language; followsWallet: () => boolean }

/** Opens the device, and creates everything that serves the site `origin`. */
export async function createFrameServices(
  config: FrameConfig,
  { origin, storage }: { origin: string; storage: FrameStorage },
  { language, followsWallet }: SiteWishes,
) {
  const vaultUrl = requireVault(pageVault(document), config.vaultUrl, location.origin)
  const device = await loadDevice(storage)
  const clientOf = (baseUrl: string) => createSignedClient({ baseUrl, device, origin, language })
  const custody = createCustodyClient(clientOf(''))
  const vault = createVaultClient(clientOf(vaultUrl))
  const shares = createDeviceShares(storage, device)
  const store = createSessionStore(storage, origin)
  const startsSmart = () => followsWallet() && config.smartAccountChainIds.length > 0
  const enrolment = { custody, vault, device, shares, startsSmart }
  const emailChange = createEmailChange({
    custody,
    vault,
    storage,
    origin,
    ownOrigin: location.origin,
  })
  const session = createWalletSession({
    ...enrolment,
    store,
    onRestored: emailChange.resume,
    onClosed: async () => {
      const { createKeptRequests } = await import('#detour/kept-requests.ts')
      await createKeptRequests(storage).forget(origin)
    },
  })
  return {
    ...enrolment,
    config,
    storage,
    accountTypes: createAccountTypes(storage, {
      origin,
      chainIds: config.smartAccountChainIds,
      followsWallet,
      storeInWallet: async (type) => {
        const { token } = await session.require()
        await custody.storeAccountType({ prefersSmart: type === 'smartAccount' }, token)
        await session.refresh()
      },
    }),
    /** Loaded on demand: most visitors send no calls together. */
    sentCallIds: async (wallet: CustodyWallet) => {
      const { createSentCallIds } = await import('#smart-account/sent-calls.ts')
      return createSentCallIds(storage, { origin, account: await smartAccountOf(wallet) })
    },
    session,
    emailChange,
    emailLogin: createEmailLogin({ custody, vault }),
    socialLogin: createSocialLogin({
      storage,
      origin,
      vault,
      deviceId: device.id,
      socials: config.socials,
      frameOrigin: location.origin,
    }),
    farcasterLogin: createFarcasterLogin(vault, custody),
    telegramLogin: createTelegramLogin(vault, custody),
  }
}

/** @see createFrameServices */
export type FrameServices = Awaited<ReturnType<typeof createFrameServices>>

/**
 * Returns the URL of the vault. The page carries it since its deployment: a core that could name itself or an accomplice
 * would receive the codes and recovery shares that only the vault may see.
 *
 * @param named - The vault that the core names.
 * @throws {WrongVaultError} when it is another one, or at the page's own origin.
 */
export function requireVault(ofPage: string, named: string, ownOrigin: string): string {
  const isSeparate = URL.canParse(ofPage) && new URL(ofPage).origin !== ownOrigin
  if (!isSeparate || named !== ofPage) throw new WrongVaultError()
  return ofPage
}

/** Returns the vault that deployment has written into the page; empty without one. */
function pageVault(page: Document): string {
  return page.querySelector<HTMLMetaElement>('meta[name="vault"]')?.content ?? ''
}
