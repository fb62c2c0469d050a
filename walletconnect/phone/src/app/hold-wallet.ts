const LOCK = 'phone'

/** Claim of this page to the wallet: as the only one, or by taking it over from another page. */
type Claim = { isTakenOver: boolean; onLost: () => void }

/**
 * Makes this page the only one of the browser that uses the wallet: two would answer the same requests.
 *
 * @returns Whether it is. Otherwise another page has the wallet, and keeps it unless it is taken over.
 */
export function holdWallet({ isTakenOver, onLost }: Claim): Promise<boolean> {
  const { locks } = navigator
  return new Promise((resolve, reject) => {
    let isHeld = false
    const hold = (lock: Lock | null): Promise<void> => {
      isHeld = lock !== null
      resolve(isHeld)
      // Kept until the page is closed, or another one steals it.
      return isHeld ? new Promise(() => undefined) : Promise.resolve()
    }
    const options = isTakenOver ? { steal: true } : { ifAvailable: true }
    locks.request(LOCK, options, hold).catch((error: unknown) => {
      if (isHeld) onLost()
      else reject(error)
    })
  })
}
