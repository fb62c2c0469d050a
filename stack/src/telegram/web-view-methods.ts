import * as z from 'zod/mini'

/** Methods that the web views of Telegram know, by their documentation (core.telegram.org/bots/webapps). */

const Nothing = z.union([z.undefined(), z.literal(''), z.strictObject({})])

type Method = {
  /** Version of Telegram's methods that it came with. */
  since: string
  parameters: z.ZodMiniType
  /** Browsers only. */
  isWeb?: true
}

const METHODS: Readonly<Record<string, Method>> = {
  iframe_ready: {
    since: '6.0',
    parameters: z.optional(z.strictObject({ reload_supported: z.optional(z.boolean()) })),
    isWeb: true,
  },
  web_app_ready: { since: '6.0', parameters: Nothing },
  web_app_expand: { since: '6.0', parameters: Nothing },
  web_app_request_theme: { since: '6.0', parameters: Nothing },
  web_app_open_link: {
    since: '6.0',
    parameters: z.strictObject({
      url: z.url({ protocol: /^https?$/ }),
      try_instant_view: z.optional(z.boolean()),
    }),
  },
  web_app_open_tg_link: {
    since: '6.1',
    parameters: z.strictObject({ path_full: z.string().check(z.startsWith('/')) }),
  },
  web_app_setup_back_button: {
    since: '6.1',
    parameters: z.strictObject({ is_visible: z.boolean() }),
  },
  web_app_trigger_haptic_feedback: {
    since: '6.1',
    parameters: z.discriminatedUnion('type', [
      z.strictObject({
        type: z.literal('impact'),
        impact_style: z.enum(['light', 'medium', 'heavy', 'rigid', 'soft']),
      }),
      z.strictObject({
        type: z.literal('notification'),
        notification_type: z.enum(['error', 'success', 'warning']),
      }),
      z.strictObject({ type: z.literal('selection_change') }),
    ]),
  },
  web_app_request_safe_area: { since: '8.0', parameters: Nothing },
  web_app_request_content_safe_area: { since: '8.0', parameters: Nothing },
}

/** A method that a page has called. */
export type WebViewCall = { method: string; parameters: unknown }

/**
 * Checks a call as strictly as the documentation is written.
 *
 * @throws {Error} for an unknown or newer method, and malformed parameters.
 */
export function checkCall(
  { method, parameters }: WebViewCall,
  { version, isWeb }: { version: string; isWeb: boolean },
): void {
  const known = METHODS[method]
  if (known === undefined) throw new Error(`Telegram has no method ${method}`)
  if (known.isWeb && !isWeb) throw new Error(`Telegram's apps have no method ${method}`)
  if (Number(known.since) > Number(version)) {
    throw new Error(`Telegram ${version} has no method ${method}`)
  }
  const checked = z.safeParse(known.parameters, parameters)
  if (!checked.success) {
    throw new Error(`Malformed ${method}: ${JSON.stringify(parameters)}`)
  }
}
