import type { QueryClient } from '@tanstack/react-query'
import type { Config } from 'wagmi'
import { createWagmiConnections } from '#connectors/wagmi-connections.ts'
import { reportDisconnects } from '#core/connect/report-disconnects.ts'
import { readDevice } from '#core/device.ts'
import { createEvents } from '#core/events.ts'
import type { Kit } from '#core/kit.ts'
import { createLog } from '#core/log.ts'
import { messagesOf } from '#core/messages.ts'
import { ALERT_MESSAGES } from '#core/modal/alert-messages.ts'
import { createAlerts } from '#core/modal/alerts.ts'
import { createModal } from '#core/modal/modal.ts'
import { createRouter } from '#core/modal/router.ts'
import { createToasts } from '#core/modal/toasts.ts'
import { type KitOptions, resolveOptions } from '#core/options.ts'
import { browserStorage, createPersistence } from '#core/persistence.ts'
import { createStore } from '#core/store.ts'
import { createKitQueryClient } from './create-query-client.ts'
import type { KitMessageOverrides } from './kit-messages.ts'

export type WalletKitOptions = Omit<KitOptions, 'messages'> & {
  /** The app's wagmi config: networks, connectors and transports. */
  config: Config
  /** Texts that replace the English ones. */
  messages?: KitMessageOverrides
}

/** The kit of a page. Pass it to `WalletKitProvider`. */
export type WalletKit = Kit & { config: Config; queryClient: QueryClient }

/**
 * Creates the kit of a page. Call it once, outside React. Does not access network, storage or document,
 * so it also runs on a server.
 *
 * @throws {InvalidOptionsError} if options contradict each other.
 *
 * @example
 * const kit = createWalletKit({ config, projectId: 'my-app', catalogueUrl: 'https://wallets.my.app' })
 */
export function createWalletKit({ config, ...given }: WalletKitOptions): WalletKit {
  const options = resolveOptions(given)
  const [router, toasts, events] = [createRouter(), createToasts(), createEvents()]
  const connections = reportDisconnects(
    createWagmiConnections(config, options.connectorTexts),
    events,
  )
  const log = createLog(options.logLevel)
  events.subscribe(({ event, ...details }) => log('debug', event, details))
  if (options.onEvent !== undefined) events.subscribe(options.onEvent)
  const consent = createStore({ isMissing: options.features.legalCheckbox === true })
  return {
    config,
    queryClient: createKitQueryClient(log),
    options,
    theme: createStore({ mode: options.themeMode }),
    connections,
    router,
    toasts,
    events,
    modal: createModal({
      router,
      connections,
      events,
      toasts,
      device: readDevice,
      consent,
      isEmbedded: options.enableEmbedded,
    }),
    consent,
    alerts: createAlerts(
      options.debug,
      log,
      messagesOf(ALERT_MESSAGES, options.messages['alerts']),
    ),
    persistence: createPersistence(() => options.storage ?? browserStorage()),
    device: readDevice,
  }
}
