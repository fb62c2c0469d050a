import { withStorage } from './page-storage.ts'

/** Part of the page whose changes a reload may interrupt. */
export type ActionName = 'device' | 'email' | 'passkey' | 'phrase'

const keyOf = (name: ActionName) => `bullring.running.${name}`

/** Notes that a change runs. */
export function noteStart(name: ActionName): void {
  withStorage((storage) => storage.setItem(keyOf(name), ''))
}

/** Notes that it has ended. */
export function noteEnd(name: ActionName): void {
  withStorage((storage) => storage.removeItem(keyOf(name)))
}

/** Whether the page was loaded again while a change ran. */
export function wasInterrupted(name: ActionName): boolean {
  return withStorage((storage) => storage.getItem(keyOf(name)) !== null) ?? false
}
