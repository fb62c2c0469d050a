import type { directBetMessage } from './direct-bet-message.ts'

/** What the visitor reads when a step fails; that it did, if the code that knows more does not load. */
export async function loadDirectBetMessage(
  ...failure: Parameters<typeof directBetMessage>
): Promise<ReturnType<typeof directBetMessage>> {
  try {
    const { directBetMessage } = await import('./direct-bet-message.ts')
    return directBetMessage(...failure)
  } catch {
    const [, , messages] = failure
    return { level: 'error', text: messages.failure.other(messages.failure.unknown) }
  }
}
