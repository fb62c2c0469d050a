import { ApiProblemError } from '@bullring/wire/http/request-errors'
import { useRef, useState } from 'react'
import { useMessages } from '#i18n/messages-context.ts'
import type { FrameServices } from '#sdk/frame-services.ts'
import { CodeForm } from './code-form.tsx'

/** Code of the vault's response when the last login is older than five minutes. */
const LOGIN_REQUIRED = 'login.required'

/** Runs `work`; asks for a mailed code first where the vault wants a fresh login. */
export function useFreshLogin({ vault }: FrameServices, email: string | null) {
  const { dashboard: texts } = useMessages()
  const [isAsking, setAsking] = useState(false)
  const waiting = useRef<() => Promise<void>>(undefined)

  const run = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      const isStale = error instanceof ApiProblemError && error.problemCode === LOGIN_REQUIRED
      if (!isStale || email === null) throw error
      await vault.sendOtp({ email, purpose: 'export' })
      waiting.current = work
      setAsking(true)
    }
  }
  const confirm = async (otp: string) => {
    if (email === null) return
    await vault.verifyOtp({ email, purpose: 'export', otp })
    setAsking(false)
    await waiting.current?.()
  }
  const form =
    isAsking && email !== null ? (
      <CodeForm email={email} label={texts.continue} onCode={confirm} />
    ) : null
  return { run, form }
}
