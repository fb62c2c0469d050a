import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { startChild } from '@bullring/stack/processes/child'
import * as z from 'zod'

const Opened = z.object({ opened: z.number() })
const Received = z.object({
  /** On the clock that all processes of a machine share. */
  receivedAtMs: z.array(z.number()),
  /** Data that a reader has received since it was opened, at least. */
  bytes: z.number(),
  /** Prices that were missing, late or sent again, and ids that went back. */
  faults: z.number(),
  resets: z.number(),
  /** Readers whose stream has ended. */
  closed: z.number(),
})
export type Received = z.infer<typeof Received>

/** Clients of live events in another process: see crowd.ts. */
export type Crowd = {
  /** Resolves when all readers have the price of a time. */
  receive: (price: number) => Promise<Received>
  [Symbol.asyncDispose]: () => Promise<void>
}

/** A broken service must not hang a measurement. */
const TIMEOUT_MS = 120_000
const PROGRAM = fileURLToPath(new URL('./crowd.ts', import.meta.url))

/** Resolves when all are connected. */
export async function startCrowd(
  port: number,
  { readers, silent = 0 }: { readers: number; silent?: number },
): Promise<Crowd> {
  const child = startChild({
    name: 'the clients',
    command: process.execPath,
    args: [PROGRAM, ...[port, readers, silent].map(String)],
    withIpc: true,
  })
  const exit = child.exited.then((how) =>
    Promise.reject(new Error(`${how}\n${child.lastOutput()}`)),
  )
  exit.catch(() => undefined)
  const nextMessage = async () => {
    const [message] = await Promise.race([
      once(child.process, 'message', { signal: AbortSignal.timeout(TIMEOUT_MS) }),
      exit,
    ])
    return message
  }
  Opened.parse(await nextMessage())
  return {
    receive: async (price) => {
      child.process.send({ price })
      return Received.parse(await nextMessage())
    },
    [Symbol.asyncDispose]: () => child.stop(),
  }
}
