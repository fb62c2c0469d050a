import { ApiProblemError } from '@bullring/wire/http/request-errors'
import { fill } from '@bullring/wire/text/fill'
import { useRef, useState } from 'react'
import { isRejection } from '#core/failure/classify-failure.ts'
import { registerName, registrationMessage } from '#core/names/name-requests.ts'
import type { WalletService } from '#core/service/wallet-service.ts'
import { useAccountDeps } from '#react/account/account-deps.ts'
import { useKitAccount } from '#react/account/use-kit-account.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { NAME_MESSAGES } from './name-messages.ts'
import { NAMES_KEY } from './use-own-names.ts'

/** Signs and registers a name, once per click. */
export function useRegisterName(service: WalletService) {
  const { events, queryClient, router, toasts } = useKit()
  const { chain } = useAccountDeps()
  const messages = useMessages('names', NAME_MESSAGES)
  const account = useKitAccount()
  const isRunning = useRef(false)
  const [isRegistering, setIsRegistering] = useState(false)
  const run = async (name: string) => {
    if (isRunning.current || account === null || account.network === null) return
    isRunning.current = true
    setIsRegistering(true)
    const { address, network } = account
    events.emit({ event: 'REGISTER_NAME_INITIATED', properties: { ensName: name } })
    try {
      const message = registrationMessage(name, Date.now())
      const signature = await chain.signMessage(message, address)
      await registerName(service, { address, chainId: network.id, message, signature })
      events.emit({ event: 'REGISTER_NAME_SUCCESS', properties: { ensName: name } })
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['identity'] }),
        queryClient.invalidateQueries({ queryKey: NAMES_KEY }),
      ])
      router.replace('RegisterAccountNameSuccess', { name })
    } catch (error) {
      const reason = error instanceof ApiProblemError ? error.detail : null
      const failed = reason ?? fill(messages.failed, { name })
      const text = isRejection(error) ? messages.declined : failed
      events.emit({ event: 'REGISTER_NAME_ERROR', properties: { ensName: name, error: text } })
      toasts.show('error', text)
    } finally {
      isRunning.current = false
      setIsRegistering(false)
    }
  }
  return { isRegistering, register: (name: string) => void run(name) }
}
