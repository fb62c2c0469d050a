import { createPersistence, type Persistence } from '#core/persistence.ts'

/** Creates the kit's persistence on a storage in memory. */
export function createTestPersistence(): Persistence {
  const values = new Map<string, string>()
  return createPersistence(() => ({
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => {
      values.set(key, value)
    },
    removeItem: (key) => {
      values.delete(key)
    },
  }))
}
