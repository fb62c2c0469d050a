import { createPersistence, type Persistence } from '#core/persistence.ts'

/** The kit's persistence over a storage that lives as long as the test. */
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
