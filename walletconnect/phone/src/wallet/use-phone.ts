import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Phone } from './phone.ts'
import type { PhoneState } from './phone-state.ts'

export const PhoneContext = createContext<Phone | null>(null)

/** Returns the wallet. */
export function usePhone(): Phone {
  const phone = useContext(PhoneContext)
  if (phone === null) throw new Error('There is no wallet around this component.')
  return phone
}

/** Returns what the wallet shows now. */
export function usePhoneState(): PhoneState {
  const { state } = usePhone()
  return useSyncExternalStore(state.subscribe, state.get)
}
