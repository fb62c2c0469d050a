import type { RequestKey } from './phone-client.ts'

/** Returns a text for which request it is: apps choose the ids, and two sessions may have the same one. */
export function writeRequestKey({ topic, id }: RequestKey): string {
  return `${topic}:${id}`
}
