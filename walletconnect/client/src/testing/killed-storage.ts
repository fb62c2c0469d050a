import type { Storage } from '../storage/storage.ts'

/** Returns a storage that simulates a killed process: after `writes` writes, nothing is written and no call returns. */
export function killedStorage(storage: Storage, writes = Number.POSITIVE_INFINITY) {
  let left = writes
  const hang = () => new Promise<never>(() => undefined)
  const act = <T>(isWrite: boolean, run: () => Promise<T>): Promise<T> => {
    if (left <= 0) return hang()
    if (isWrite) left -= 1
    return run()
  }
  return {
    get isKilled() {
      return left <= 0
    },
    kill: () => {
      left = 0
    },
    get: (key: string) => act(false, () => storage.get(key)),
    set: (key: string, value: unknown) => act(true, () => storage.set(key, value)),
    delete: (key: string) => act(true, () => storage.delete(key)),
    entries: (prefix: string) => act(false, () => storage.entries(prefix)),
  }
}
