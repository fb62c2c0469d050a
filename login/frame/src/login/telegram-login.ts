import { telegramDigest } from '@bullring/login-api/telegram-init-data'
import type { LoginResponse } from '@bullring/login-api/vault-api/oauth'
import type { CustodyClient } from '#services/custody-client.ts'
import type { VaultClient } from '#services/vault-client.ts'

/** A login with the launch data of a Telegram Mini App, which the app has received from Telegram. */
export type TelegramLogin = { logIn: (initData: string) => Promise<LoginResponse> }

/** Creates the {@link TelegramLogin} of a frame. */
export function createTelegramLogin(
  vault: Pick<VaultClient, 'logInWithTelegram'>,
  custody: Pick<CustodyClient, 'claimTelegram'>,
): TelegramLogin {
  return {
    logIn: async (initData) => {
      // The core learns the digest first, the vault the data: neither can use the data for a device of its choice.
      await custody.claimTelegram({ digest: await telegramDigest(initData) })
      return await vault.logInWithTelegram({ initData })
    },
  }
}
