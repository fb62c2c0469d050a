import { typedName } from '@bullring/wire/text/plain-text'
import { useEffect } from 'react'
import type { SendFormState } from '#core/account/send/send-form.ts'
import { addressIn, isName } from '#core/account/send/send-rules.ts'
import { useAccountDeps } from '#react/account/account-deps.ts'
import { useKitAccount } from '#react/account/use-kit-account.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { SEND_MESSAGES } from './send-messages.ts'

/** A name is looked up when the visitor has stopped typing for this long. */
const DEBOUNCE_MS = 500

/** Keeps the form's address in sync with its receiver: parses an address, resolves a name. */
export function useReceiver({ receiver }: SendFormState): void {
  const { sendForm, resolveName } = useAccountDeps()
  const { toasts } = useKit()
  const messages = useMessages('send', SEND_MESSAGES)
  const chainId = useKitAccount()?.network?.id ?? null
  useEffect(() => {
    const address = addressIn(receiver)
    const mustResolve = address === null && chainId !== null && isName(receiver)
    sendForm.setState({ address, isResolving: mustResolve })
    if (!mustResolve) return
    const controller = new AbortController()
    const timer = setTimeout(async () => {
      let found: SendFormState['address'] = null
      try {
        found = await resolveName(typedName(receiver), chainId, controller.signal)
      } catch {
        if (!controller.signal.aborted) toasts.show('error', messages.resolvingFailed)
      }
      if (!controller.signal.aborted) sendForm.setState({ address: found, isResolving: false })
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [receiver, chainId, sendForm, resolveName, toasts, messages.resolvingFailed])
}
