import { InvalidRequestError } from '@bullring/approval/errors'
import { type Envelope, errorType, successType } from '@bullring/login-api/frame-messages/envelope'
import {
  type RequestName,
  type RequestPayload,
  requestPayloads,
} from '@bullring/login-api/frame-messages/requests'
import * as z from 'zod/mini'
import { toErrorPayload } from './error-message.ts'
import { NO_REPLY, type RequestHandlers } from './request-handlers.ts'

/**
 * Runs the handler of one request and returns the reply to post: exactly one per request, with its id, or
 * `undefined` if the app no longer waits for it.
 */
export async function answerRequest(
  name: RequestName,
  request: Envelope,
  handlers: RequestHandlers,
): Promise<Envelope | undefined> {
  const id = request.id === undefined ? {} : { id: request.id }
  try {
    const payload = await handle(name, request.payload, handlers)
    if (payload === NO_REPLY) return undefined
    return { type: successType(name), ...id, ...(payload === undefined ? {} : { payload }) }
  } catch (error) {
    return { type: errorType(name), ...id, payload: toErrorPayload(error) }
  }
}

async function handle<name extends RequestName>(
  name: name,
  payload: unknown,
  handlers: RequestHandlers,
): Promise<unknown> {
  const result = z.safeParse(requestPayloads[name], payload)
  if (!result.success) throw new InvalidRequestError(invalidRequestMessage(name, payload))
  return await handlers[name](result.data as RequestPayload<name>)
}

const MethodOnly = z.object({ method: z.string().check(z.maxLength(64)) })

function invalidRequestMessage(name: RequestName, payload: unknown): string {
  if (name !== 'RPC_REQUEST') return `The request ${name} is not valid.`
  const rpc = z.safeParse(MethodOnly, payload)
  return rpc.success
    ? `Requested RPC call is not allowed: ${rpc.data.method}`
    : 'The RPC request is not valid.'
}
