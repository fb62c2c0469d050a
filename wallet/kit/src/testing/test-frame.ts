import { APP_PREFIX, Envelope, FRAME_PREFIX } from '@bullring/login-api/frame-messages/envelope'
import type { ReplyPayload } from '@bullring/login-api/frame-messages/replies'
import { type RequestName, requestPayloads } from '@bullring/login-api/frame-messages/requests'
import { vi } from 'vitest'
import { TEST_ADDRESS } from './test-wallet.ts'

export const TEST_FRAME_ORIGIN = 'https://wallet.example'

type Handler = (payload: unknown) => unknown

/** Replies of the frame by request: a value or a promise. An `Error`, also with a `code`, becomes an error reply. */
export type FrameHandlers = { [name in RequestName]?: (payload: never) => unknown }

export type TestFrame = {
  /** Names of the requests received so far. */
  requests: RequestName[]
  payloads: Partial<Record<RequestName, unknown>>
  /** Posts a message as the frame does, or as someone else. */
  post: (message: unknown, from?: { origin?: string; source?: unknown }) => void
}

const USER: ReplyPayload<'GET_USER'> = {
  address: TEST_ADDRESS,
  chainId: 56,
  email: 'ada@example.com',
  accounts: [{ address: TEST_ADDRESS, type: 'eoa' }],
}

const DEFAULTS: FrameHandlers = {
  CONNECT_EMAIL: () => ({ action: 'VERIFY_OTP' }),
  CONNECT_OTP: () => undefined,
  CONNECT_DEVICE: () => undefined,
  GET_USER: () => USER,
  IS_CONNECTED: () => ({ isConnected: true }),
  GET_CHAIN_ID: () => ({ chainId: 56 }),
  SWITCH_NETWORK: ({ chainId }: { chainId: string }) => ({ chainId: Number(chainId.slice(7)) }),
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: () => ({ smartAccountEnabledNetworks: [] }),
  SIGN_OUT: () => undefined,
  SYNC_THEME: () => undefined,
  SYNC_DAPP_DATA: () => undefined,
}

/**
 * Puts a frame that speaks the protocol of the embedded wallet in place of the next `iframe` elements: this DOM loads
 * no pages. Frames of earlier pages are removed. It checks each request with the schemas of the real one.
 *
 * @param isReady - False for a frame that never loads.
 */
export function installTestFrame(handlers: FrameHandlers = {}, isReady = true): TestFrame {
  for (const old of document.querySelectorAll('dialog')) old.remove()
  const all = { ...DEFAULTS, ...handlers } as Partial<Record<RequestName, Handler>>
  const frame: TestFrame = {
    requests: [],
    payloads: {},
    post: (data, { origin = TEST_FRAME_ORIGIN, source = frameWindow } = {}) => {
      const event = new MessageEvent('message', { data, origin })
      Object.defineProperty(event, 'source', { value: source })
      window.dispatchEvent(event)
    },
  }
  const frameWindow = {
    postMessage: (message: unknown, targetOrigin: string) => {
      if (targetOrigin === TEST_FRAME_ORIGIN) void reply(frame, all, message)
    },
  }
  const create = Document.prototype.createElement.bind(document)
  vi.spyOn(document, 'createElement').mockImplementation(((name: string) => {
    if (name !== 'iframe') return create(name)
    if (isReady) setTimeout(() => frame.post({ type: `${FRAME_PREFIX}READY`, payload: {} }))
    return Object.assign(create('div'), { contentWindow: frameWindow })
  }) as typeof document.createElement)
  return frame
}

async function reply(
  frame: TestFrame,
  handlers: Partial<Record<RequestName, Handler>>,
  message: unknown,
): Promise<void> {
  const { type, id, payload } = Envelope.parse(message)
  const name = type.slice(APP_PREFIX.length) as RequestName
  frame.requests.push(name)
  frame.payloads[name] = requestPayloads[name].parse(payload)
  const result = await handlers[name]?.(payload)
  if (result instanceof Error) {
    const failure = {
      message: result.message,
      ...('code' in result && { code: result.code }),
      ...('reason' in result && { reason: result.reason }),
    }
    return frame.post({ type: `${FRAME_PREFIX}${name}_ERROR`, id, payload: failure })
  }
  frame.post({ type: `${FRAME_PREFIX}${name}_SUCCESS`, id, payload: result })
}
