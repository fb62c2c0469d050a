import { pushMessage } from '@bullring/game-api/push-message'
import { useMutation } from '@tanstack/react-query'
import type { Address } from 'viem'
import { useSignMessage } from 'wagmi'
import { useGameApi } from '#api/game-api.ts'
import { useSigningGame } from '#api/signing-game.ts'
import { subscribeBrowser } from '#browser/push-subscription.ts'
import { PUSH_REGISTRATION, registerPush } from '#chain/wallet/push-registration.ts'
import { useWalletAddress } from '#chain/wallet/use-wallet.ts'
import { useMessages } from '#i18n/language.ts'
import { Button } from '#ui/controls/button.tsx'
import { SETTINGS_MESSAGES } from './settings-messages.ts'

/**
 * Lets a visitor without a sign-in session confirm by signature that this browser may receive the account's results.
 *
 * @param props.pushKey - The server's public key in base64url.
 */
export function ConfirmPush({ pushKey }: { pushKey: string }) {
  const messages = useMessages(SETTINGS_MESSAGES)
  const account = useWalletAddress()
  const { mutate, isPending } = useConfirm(pushKey)
  if (account === null) return null
  return (
    <Button size="small" tone="quiet" isPending={isPending} onClick={() => mutate(account)}>
      {messages.pushConfirm}
    </Button>
  )
}

function useConfirm(pushKey: string) {
  const api = useGameApi()
  const game = useSigningGame()
  const { mutateAsync: signMessage } = useSignMessage()
  return useMutation({
    mutationKey: PUSH_REGISTRATION,
    // The settings show the newest result, also after they were closed.
    gcTime: Number.POSITIVE_INFINITY,
    mutationFn: (account: Address) =>
      registerPush(async () => {
        if (game === null) throw new Error('This page has no market')
        const browser = await subscribeBrowser(pushKey)
        const message = pushMessage(browser.endpoint, account, game)
        const signature = await signMessage({ account, message })
        await api.pushSubscribe(account, browser, { signature })
      }),
  })
}
