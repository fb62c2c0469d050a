import { StorableText } from '@bullring/wire/storable-text'
import * as z from 'zod/mini'
import { type ErrorTag, RelayError } from '../relay-error.ts'

/** The protocol's limit for topics, receipts and subscriptions of one call. */
const MAX_BATCH = 500

const TOPIC = /^[0-9a-f]{64}$/

const Topic = z
  .string()
  .check(z.refine((text) => TOPIC.test(text), 'InvalidTopic' satisfies ErrorTag))

const Seconds = z.number().check(z.int())
const OptionalText = z.nullish(StorableText)

function batchOf<item extends z.ZodMiniType>(item: item) {
  return z.array(item).check(
    z.refine((list) => list.length > 0, { error: 'BatchEmpty' satisfies ErrorTag }),
    z.refine((list) => list.length <= MAX_BATCH, 'BatchLimitExceeded' satisfies ErrorTag),
  )
}

/** Tags have 32 bits: clients for phones cannot read longer ones. */
const MAX_TAG = 2 ** 32 - 1

/** irn_publish. Clients send more, such as `tvf`, which describes the message in clear: it is dropped here. */
export const Publish = z.object({
  topic: Topic,
  message: StorableText,
  ttl: Seconds,
  tag: z.number().check(z.int(), z.minimum(0), z.maximum(MAX_TAG)),
  attestation: OptionalText,
})
export type Publish = z.infer<typeof Publish>

/** irn_batchPublish. */
export const BatchPublish = z.object({ messages: batchOf(Publish) })
/** irn_subscribe, irn_unsubscribe, irn_fetchMessages. Ids of subscriptions are ignored. */
export const OfTopic = z.object({ topic: Topic })
/** irn_batchSubscribe, irn_batchFetchMessages. */
export const OfTopics = z.object({ topics: batchOf(Topic) })
/** irn_batchUnsubscribe. */
export const BatchUnsubscribe = z.object({ subscriptions: batchOf(OfTopic) })
/** irn_batchReceive. */
export const BatchReceive = z.object({
  receipts: batchOf(z.object({ topic: Topic, messageId: z.string() })),
})

const SESSION_TTL_S = 300

/** wc_proposeSession: of sign-client since 2.21.6, and of the clients for phones. */
export const ProposeSession = z.object({
  pairingTopic: Topic,
  sessionProposal: StorableText,
  ttl: z._default(Seconds, SESSION_TTL_S),
  attestation: OptionalText,
})

/** wc_approveSession: of the same clients. */
export const ApproveSession = z.object({
  sessionTopic: Topic,
  pairingTopic: Topic,
  sessionProposalResponse: StorableText,
  sessionSettlementRequest: StorableText,
  ttl: z._default(Seconds, SESSION_TTL_S),
})

const KNOWN_TAGS: ReadonlySet<string> = new Set<ErrorTag>([
  'InvalidTopic',
  'BatchEmpty',
  'BatchLimitExceeded',
])

/**
 * Parses the parameters of a call.
 *
 * @throws {RelayError} with the tag of the first problem.
 */
export function parseParams<output>(schema: z.ZodMiniType<output>, params: unknown): output {
  const result = schema.safeParse(params)
  if (result.success) return result.data
  const tag = result.error.issues.map(({ message }) => message).find((text) => KNOWN_TAGS.has(text))
  throw new RelayError((tag as ErrorTag | undefined) ?? 'InvalidParams')
}
