const MINUTE_S = 60
const HOUR_S = 3_600
const DAY_S = 86_400

/** Delivery of a method through the relay: seconds for which its messages are kept, and their tags. */
export type Method = {
  ttl: number
  request: number
  response: number
  /** The tag of a response with an error, when it has a separate one. */
  rejection?: number
  /** Whether the relay may wake the receiving phone for a request. */
  prompt?: boolean
  /** Whether a request is still sent when the page that made it is gone. */
  isKept?: boolean
}

export const METHODS = {
  wc_sessionPropose: {
    ttl: 5 * MINUTE_S,
    request: 1_100,
    response: 1_101,
    rejection: 1_120,
    prompt: true,
  },
  wc_sessionSettle: { ttl: 5 * MINUTE_S, request: 1_102, response: 1_103, isKept: true },
  wc_sessionUpdate: { ttl: DAY_S, request: 1_104, response: 1_105, isKept: true },
  wc_sessionExtend: { ttl: DAY_S, request: 1_106, response: 1_107, isKept: true },
  wc_sessionRequest: { ttl: 5 * MINUTE_S, request: 1_108, response: 1_109, prompt: true },
  wc_sessionEvent: { ttl: 5 * MINUTE_S, request: 1_110, response: 1_111, prompt: true },
  wc_sessionDelete: { ttl: DAY_S, request: 1_112, response: 1_113, isKept: true },
  wc_sessionPing: { ttl: DAY_S, request: 1_114, response: 1_115 },
  wc_sessionAuthenticate: {
    ttl: HOUR_S,
    request: 1_116,
    response: 1_117,
    rejection: 1_118,
    prompt: true,
  },
  wc_pairingDelete: { ttl: DAY_S, request: 1_000, response: 1_001 },
  wc_pairingPing: { ttl: 30, request: 1_002, response: 1_003 },
} as const satisfies Record<string, Method>

export type MethodName = keyof typeof METHODS

/** Delivery of responses to unknown methods. */
export const UNKNOWN_METHOD: Method = { ttl: DAY_S, request: 0, response: 0 }

export const LIFETIMES_MS = {
  proposal: 5 * MINUTE_S * 1_000,
  pairing: 5 * MINUTE_S * 1_000,
  request: 5 * MINUTE_S * 1_000,
  longestRequest: 7 * DAY_S * 1_000,
  session: 7 * DAY_S * 1_000,
  authentication: HOUR_S * 1_000,
} as const
