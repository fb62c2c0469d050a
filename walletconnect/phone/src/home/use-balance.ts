import { useCallback, useEffect, useState } from 'react'
import { usePhone, usePhoneState } from '#wallet/use-phone.ts'

/** The coins of the account, in wei; `undefined` until they are known. */
export type Balance = {
  amount: bigint | undefined
  isStale: boolean
  refresh: () => Promise<void>
}

const INTERVAL_MS = 4_000

/** Follows the balance of the account on the selected chain. */
export function useBalance(): Balance {
  const phone = usePhone()
  const { address, chainId } = usePhoneState()
  const [known, setKnown] = useState({ key: '', amount: 0n, isStale: false })
  const key = `${chainId}:${address}`

  const refresh = useCallback(async () => {
    try {
      const amount = await phone.chainClient(chainId).getBalance({ address })
      setKnown({ key: `${chainId}:${address}`, amount, isStale: false })
    } catch {
      setKnown((before) => ({ ...before, isStale: true }))
    }
  }, [phone, address, chainId])

  useEffect(() => {
    void refresh()
    const timer = setInterval(() => void refresh(), INTERVAL_MS)
    return () => clearInterval(timer)
  }, [refresh])
  return { amount: known.key === key ? known.amount : undefined, isStale: known.isStale, refresh }
}
