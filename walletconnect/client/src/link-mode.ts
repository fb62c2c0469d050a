/** A message that travels in a link between two apps of one phone, without the relay. */
export type LinkMessage = { topic: string; envelope: string }

/** Writes the link that brings a message to the peer with this universal link. */
export function writeLink(universalLink: string, { topic, envelope }: LinkMessage): string {
  const url = new URL(universalLink)
  url.searchParams.set('wc_ev', envelope)
  url.searchParams.set('topic', topic)
  return url.href
}

/** Reads the message of a link. Returns `undefined` when it brings none. */
export function readLink(link: string): LinkMessage | undefined {
  const query = URL.canParse(link) ? new URL(link).searchParams : undefined
  const envelope = query?.get('wc_ev') ?? ''
  const topic = query?.get('topic') ?? ''
  return envelope !== '' && /^[0-9a-f]{64}$/.test(topic) ? { topic, envelope } : undefined
}
