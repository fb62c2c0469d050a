import type { Envelope } from '@bullring/login-api/frame-messages/envelope'
import { expect } from 'vitest'

/** A message that the frame posted, and its target origin. */
type Posted = { message: Envelope; targetOrigin: string }

/** A frame window whose parent is a page of `origin`; both are played by event targets. */
export function createFakeWindows(origin: string) {
  const posted: Posted[] = []
  const parent = {
    postMessage: (message: Envelope, targetOrigin: string) => {
      posted.push({ message, targetOrigin })
    },
  } as unknown as Window
  const frame = Object.assign(new EventTarget(), {
    parent,
    location: { ancestorOrigins: { 0: origin, length: 1 } },
  }) as unknown as Window

  function send(message: unknown, from: { source?: unknown; origin?: string } = {}): void {
    const event = new Event('message')
    const fields = { data: message, source: from.source ?? parent, origin: from.origin ?? origin }
    frame.dispatchEvent(Object.assign(event, fields))
  }

  const repliesTo = (id: string) => posted.filter(({ message }) => message.id === id)

  return {
    frame,
    posted,
    send,
    repliesTo,
    /** Sends a request and returns its reply. */
    ask: async (type: string, payload?: unknown): Promise<Envelope> => {
      const id = crypto.randomUUID()
      send({ type: `@w3m-app/${type}`, id, payload })
      await expect.poll(() => repliesTo(id)).toHaveLength(1)
      const [reply] = repliesTo(id)
      if (reply === undefined) throw new Error('no reply')
      expect(reply.targetOrigin).toBe(origin)
      return reply.message
    },
  }
}
