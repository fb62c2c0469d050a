import type { ReplyPayload } from '@bullring/login-api/frame-messages/replies'
import type { RequestName, RequestPayload } from '@bullring/login-api/frame-messages/requests'

/** Result of a request that the app no longer waits for: an error reply would make it navigate. */
export const NO_REPLY = Symbol('no reply')

/** Handles the requests of the app, one function per request. */
export type RequestHandlers = {
  [name in RequestName]: (payload: RequestPayload<name>) => Reply<name> | Promise<Reply<name>>
}

type Reply<name extends RequestName> = ReplyPayload<name> | typeof NO_REPLY
