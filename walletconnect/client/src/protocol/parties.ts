import { isFlag, isText, listOf, objectOf, optional, type ShapeOf, textLike } from '../shape.ts'

export const isKey = textLike(/^[0-9a-f]{64}$/)

const isMetadata = objectOf({
  name: isText,
  description: isText,
  url: isText,
  icons: listOf(isText),
  redirect: optional(
    objectOf({
      native: optional(isText),
      universal: optional(isText),
      /** Whether the universal link takes messages in place of the relay. */
      linkMode: optional(isFlag),
    }),
  ),
})
/** Self-description of an app or a wallet. */
export type Metadata = ShapeOf<typeof isMetadata>

export const isParty = objectOf({ publicKey: isKey, metadata: isMetadata })
/** One end of a session. */
export type Party = ShapeOf<typeof isParty>

export const isRelayProtocol = objectOf({ protocol: isText })
export const RELAY_PROTOCOL = { protocol: 'irn' } as const

/** Returns the universal link for messages to a party, or `undefined` when it takes them from the relay only. */
export function messageLinkOf({ redirect }: Metadata): string | undefined {
  return redirect?.linkMode ? redirect.universal : undefined
}
