import * as z from 'zod/mini'

const Figures = z.object({
  kind: z.literal('backups'),
  waitingSeconds: z.number(),
  waitingBytes: z.number(),
  ageSeconds: z.nullable(z.number()),
})

/**
 * Takes the figures of the databases' backups from the process that started this one and makes them.
 *
 * @returns A function that ends it.
 */
export function followBackups(onFigures: (figures: z.infer<typeof Figures>) => void): () => void {
  const onMessage = (data: unknown) => {
    const figures = z.safeParse(Figures, data).data
    if (figures !== undefined) onFigures(figures)
  }
  process.on('message', onMessage)
  return () => process.off('message', onMessage)
}
