import type { Config } from 'wagmi'

/** Destroys the keys of one-tap bets when the visitor signs out, in this tab or another. */
export function forgetSessionsOnSignOut(config: Config): void {
  config.subscribe(
    ({ status }) => status,
    (status, before) => {
      if (status !== 'disconnected' || before !== 'connected') return
      // Without storage there is nothing to forget.
      void import('./one-tap-sessions.ts')
        .then(({ deleteSessions }) => deleteSessions())
        .catch(() => undefined)
    },
  )
}
