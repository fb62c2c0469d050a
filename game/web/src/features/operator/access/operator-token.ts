import { useState } from 'react'
import { openStorage } from '#browser/open-storage.ts'

const KEY = 'bullring.operator-token'

/** The token that the operator has entered in this tab; null for none. It ends with the tab. */
export function useOperatorToken(): [string | null, (token: string | null) => void] {
  const [token, setToken] = useState(() => openStorage(window, 'sessionStorage').getItem(KEY))
  const keep = (next: string | null) => {
    const storage = openStorage(window, 'sessionStorage')
    if (next === null) storage.removeItem(KEY)
    else storage.setItem(KEY, next)
    setToken(next)
  }
  return [token, keep]
}
