import { currentTraceparent, type SpanStart, traceEntry } from '@bullring/server/tracing/span'
import { headers, type MsgHdrs } from '@nats-io/transport-node'

/** W3C Trace Context, as in HTTP. */
const HEADER = 'traceparent'

const span = (name: string, kind: SpanStart['kind'], attributes: SpanStart['attributes']) => ({
  name,
  kind,
  attributes: { 'messaging.system': 'nats', ...attributes },
})

/**
 * Sends a step within the first span of its trace: what led to it are polls, which have none.
 *
 * @param send - Receives headers for the message; undefined while tracing is off.
 */
export function traceSend<result>(
  send: (messageHeaders: MsgHdrs | undefined) => Promise<result>,
): Promise<result> {
  return traceEntry(span('send step', 'PRODUCER', {}), null, () => send(traceHeaders()))
}

/** Handles a received step within the trace of the process that has sent it. */
export function traceReceive<result>(
  message: { headers?: MsgHdrs | undefined },
  receive: () => Promise<result>,
): Promise<result> {
  const traceparent = message.headers?.get(HEADER) || null
  return traceEntry(span('receive step', 'CONSUMER', {}), traceparent, receive)
}

function traceHeaders(): MsgHdrs | undefined {
  const traceparent = currentTraceparent()
  if (traceparent === undefined) return undefined
  const messageHeaders = headers()
  messageHeaders.set(HEADER, traceparent)
  return messageHeaders
}
