import type { QueryClient } from '@tanstack/react-query'
import { sleep } from '#browser/sleep.ts'

const waiting = new WeakMap<QueryClient, Set<string>>()

/**
 * Runs `refetch` at a random moment of the next `spreadMs`, so that pages do not all send requests at once. Does nothing while one of
 * the same name waits.
 */
export async function refetchLater(
  client: QueryClient,
  { name, spreadMs }: { name: string; spreadMs: number },
  refetch: () => void,
): Promise<void> {
  const names = waiting.get(client) ?? new Set()
  if (names.has(name)) return
  waiting.set(client, names.add(name))
  await sleep(Math.random() * spreadMs)
  names.delete(name)
  refetch()
}
