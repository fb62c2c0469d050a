/** A lock that a page holds as long as it exists, by which other pages of the site find out whether it does. */
export type PageLock = { id: string; isHeld: (id: string) => Promise<boolean>; release: () => void }

const PREFIX = 'walletconnect-page:'

/** Takes the lock. Where there are no locks, no other page counts as open. */
export function takePageLock(): PageLock {
  const id = crypto.randomUUID()
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  const held = locks?.request(PREFIX + id, () => isReleased)
  held?.catch(() => undefined)
  return {
    id,
    release,
    isHeld: async (other) => {
      const { held: all = [] } = (await locks?.query()) ?? {}
      return all.some(({ name }) => name === PREFIX + other)
    },
  }
}
