import * as z from 'zod/mini'
import { withStorage } from './action/page-storage.ts'

/** A note that survives a reload of this tab, for some time. */
export type TimedNote<fields> = {
  store: (fields: fields) => void
  forget: () => void
  /** Returns the stored fields; null if there are none, or they are too old. */
  read: () => fields | null
}

const Dated = z.object({ at: z.number() })

/** Creates a {@link TimedNote}. */
export function createTimedNote<fields extends object>(
  key: string,
  schema: z.ZodMiniType<fields>,
  lifeMs: number,
): TimedNote<fields> {
  return {
    store: (fields) =>
      void withStorage((storage) =>
        storage.setItem(key, JSON.stringify({ ...fields, at: Date.now() })),
      ),
    forget: () => void withStorage((storage) => storage.removeItem(key)),
    read: () => {
      const stored = withStorage((storage) => JSON.parse(storage.getItem(key) ?? 'null'))
      const dated = Dated.safeParse(stored)
      const fields = schema.safeParse(stored)
      if (!dated.success || !fields.success) return null
      const elapsedMs = Date.now() - dated.data.at
      return elapsedMs >= 0 && elapsedMs < lifeMs ? fields.data : null
    },
  }
}
