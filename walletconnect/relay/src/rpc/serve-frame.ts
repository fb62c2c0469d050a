import { type ErrorTag, RelayError } from '../relay-error.ts'
import { callCount } from './call-count.ts'
import { type CallDeps, type Caller, executeCall, hasMethod } from './execute-call.ts'
import { type Frame, InvalidFrameError, parseFrame } from './parse-frame.ts'

type Sender = { client: Caller['client']; ip: string }

export type FrameDeps = CallDeps & {
  limits: {
    /** Counts a text. Returns false when it must not even be parsed. */
    allowsFrame: (sender: Sender, length: number) => boolean
    /** Takes back the count of a text that acknowledges a push. */
    returnFrame: (sender: Sender) => void
    /** Counts a call, as several if it is for many topics. Returns false when the caller has to wait. */
    allowsCall: (sender: Sender, count: number) => boolean
  }
  /** Reports the outcome of a call: `ok`, or the tag of its error. */
  onCall: (method: string, outcome: string) => void
  onError: (error: unknown) => void
}

/** A text of a client, and where the response goes. */
export type ReceivedFrame = Caller & {
  text: string
  /** Called before the call is executed. A reply of the client is no call. */
  onCallStart?: () => void
  /** Handles a reply, a result or an error. Returns whether it acknowledges a call of ours. */
  onReply: (reply: Extract<Frame, { kind: 'reply' }>) => boolean
  /** Called instead of all others for a text beyond the limits. */
  onExcess: () => void
  /** Sends the one response to a call. */
  respond: (text: string) => void
}

/** Serves a text of a client: executes a call and responds, or passes on its reply to a call of ours. */
export function serveFrame(received: ReceivedFrame, deps: FrameDeps): void {
  if (!deps.limits.allowsFrame(received, received.text.length)) {
    deps.onCall('invalid', 'TooManyRequests' satisfies ErrorTag)
    received.onExcess()
    return
  }
  const frame = readFrame(received, deps)
  if (frame?.kind === 'call') serveCall(frame, received, deps)
  if (frame?.kind === 'reply' && received.onReply(frame)) deps.limits.returnFrame(received)
}

/** @returns Null for an invalid text, which has its response then. */
function readFrame({ text, respond, onCallStart }: ReceivedFrame, deps: FrameDeps): Frame | null {
  try {
    return parseFrame(text)
  } catch (error) {
    const invalid =
      error instanceof InvalidFrameError
        ? error
        : new InvalidFrameError('Serialization', 'null', { cause: error })
    deps.onCall('invalid', invalid.tag)
    onCallStart?.()
    respond(errorText(invalid.id, invalid))
    return null
  }
}

function serveCall(
  { id, method, params }: Extract<Frame, { kind: 'call' }>,
  { client, subscriptions, ip, respond, onCallStart }: ReceivedFrame,
  deps: FrameDeps,
): void {
  onCallStart?.()
  const label = hasMethod(method) ? method : 'invalid'
  const fail = (error: RelayError) => {
    deps.onCall(label, error.tag)
    if (error.cause !== undefined) deps.onError(error.cause)
    respond(errorText(id, error))
  }
  const succeed = (result: unknown) => {
    deps.onCall(label, 'ok')
    respond(`{"id":${id},"jsonrpc":"2.0","result":${JSON.stringify(result)}}`)
  }
  if (deps.limits.allowsCall({ client, ip }, callCount(params))) {
    void executeCall({ client, ip, subscriptions, method, params, succeed, fail }, deps)
  } else {
    fail(new RelayError('TooManyRequests'))
  }
}

/** Returns the text of an error response. */
export function errorText(id: string, error: RelayError): string {
  return `{"id":${id},"jsonrpc":"2.0","error":${JSON.stringify(error.toJson())}}`
}
