import * as z from 'zod/mini'

/** Topics, or receipts, that count as one call. */
const TOPICS_PER_CALL = 10

/** Lists in calls whose work grows with the list: mailboxes to read, and receipts to store. */
const Lists = z.object({
  topics: z.catch(z.array(z.unknown()), []),
  receipts: z.catch(z.array(z.unknown()), []),
})

/** Returns as how many calls a call counts, by its parameters. */
export function callCount(params: unknown): number {
  const lists = Lists.safeParse(params).data
  const length = (lists?.topics.length ?? 0) + (lists?.receipts.length ?? 0)
  return Math.max(1, Math.ceil(length / TOPICS_PER_CALL))
}
