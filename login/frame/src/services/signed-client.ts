import {
  MAX_CLOCK_SKEW_S,
  SERVER_TIME_HEADER,
  signDeviceRequest,
} from '@bullring/login-api/device-signature'
import { requestJson } from '@bullring/wire/http/request-json'
import type { Language } from '@bullring/wire/text/languages'
import type * as z from 'zod/mini'
import type { Device } from '#device/device.ts'

type SignedRequest<schema extends z.ZodMiniType> = {
  path: string
  /** Shape of the response. */
  schema: schema
  body?: unknown
  /** Session token. */
  token?: string | null
  /** 10,000 ms by default. */
  timeoutMs?: number
  signal?: AbortSignal | undefined
}

/** Posts requests signed by this device. */
export type SignedClient = <schema extends z.ZodMiniType>(
  request: SignedRequest<schema>,
) => Promise<z.output<schema>>

export type SignedClientOptions = {
  /** Base URL of the service, without a slash at the end. */
  baseUrl: string
  device: Device
  /** Origin of the app that embeds the frame. */
  origin: string
  /** Language of the page, and of the mails that a request causes; the browser's by default. */
  language?: () => Language
}

/** Creates the client of one service. It adopts the server's clock if this device's clock is wrong. */
export function createSignedClient({
  baseUrl,
  device,
  origin,
  language,
}: SignedClientOptions): SignedClient {
  let clockOffsetS = 0

  async function post<schema extends z.ZodMiniType>(
    request: SignedRequest<schema>,
    onServerTime: (serverTime: number) => void,
  ): Promise<z.output<schema>> {
    const { path, schema, body = {}, token = null, timeoutMs, signal } = request
    const url = new URL(`${baseUrl}${path}`, location.href)
    const headers = await signDeviceRequest(device.sign, {
      method: 'POST',
      audience: url.origin,
      path: url.pathname,
      time: Math.floor(Date.now() / 1_000) + clockOffsetS,
      // The text that requestJson sends.
      body: JSON.stringify(body),
      token,
      origin,
    })
    return requestJson({
      url: `${baseUrl}${path}`,
      schema,
      body,
      // The language of the mails.
      headers: { ...headers, ...(language && { 'accept-language': language() }) },
      ...(timeoutMs !== undefined && { timeoutMs }),
      credentials: 'omit',
      signal,
      onProblemHeaders: (received) => {
        const serverTime = Number(received.get(SERVER_TIME_HEADER) ?? Number.NaN)
        if (Number.isFinite(serverTime)) onServerTime(serverTime)
      },
    })
  }

  return async (request) => {
    let serverTime: number | undefined
    try {
      return await post(request, (time) => {
        serverTime = time
      })
    } catch (error) {
      const offset = serverTime === undefined ? 0 : serverTime - Math.floor(Date.now() / 1_000)
      if (Math.abs(offset - clockOffsetS) < MAX_CLOCK_SKEW_S / 2) throw error
      clockOffsetS = offset
      return await post(request, () => {})
    }
  }
}
